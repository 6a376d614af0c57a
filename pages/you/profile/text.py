"""The standing texts of the Profile page."""

QUESTION = "What is true about you? This is the reference record e that everything else is measured against."

PROFILE_HELP = (
    "One row a fact; a label may have several values (two phones, three cards). Values may be nicknames. A row without "
    "a value waits for it, and does not count."
)
