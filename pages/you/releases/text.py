"""The standing texts of the Releases page."""

QUESTION = "What have you given away, and to whom?"

MATRIX_HELP = (
    "Tick what you gave. Where a recipient only suspects a fact, choose *Given or unsure* and tick the ? beside "
    "it. Under *How sure* you can write a number instead."
)

OWN_VALUES_HELP = (
    "Anything a release said that is *not* in your profile: an old address, an alias, a typo. To Eve it looks like "
    "any other fact, and it makes her less right about you."
)

RENAME_HELP = (
    "A recipient keeps its releases, coalitions, effort and price under its new name, and no figure changes. To say "
    "that one release went to somebody else, change its recipient in the list above."
)

CSV_HELP = (
    "Columns: release, recipient, label, value and, if you like, confidence and date; one row a fact. Values that "
    "stand in your profile count as true, all others as not yours."
)
