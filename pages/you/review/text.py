"""The standing texts of the Review page."""

QUESTION = "What else do these companies probably have about you?"

EMPTY, EMPTY_BUTTON = "First import the accounts you have.", "Go to Import"

NOT_COUNTED = "{accounts}: so far, only what you ticked counts. Such companies usually ask for more."

COUNT, COUNT_HELP = (
    "Count what they usually ask for",
    "From studies of forms: 92 % of sign-up forms ask for the email address. Undo takes it back.",
)

GROUP, SEARCH = "Which accounts?", "Search by name"

UNKNOWN, ALL = "Kind not known", "All accounts"

KIND_HELP = "The kind comes from lists in this program and from words in names. Nothing is looked up online."

ANSWER_FOR = "Each answer is for {accounts}: {names}."

SINGLE, SINGLE_HELP = "Answer for only some of them", "Tick the accounts your answers are for."

LESS_LIKELY = "Less likely facts"

HAVE, LACK = "They have it", "They don't"

HAVE_HELP, LACK_HELP = "For {accounts}. It counts as given.", "For {accounts}. It no longer counts as likely there."

LIKELY, LIKELY_BETWEEN = "{least} likely.", "{least} to {greatest} likely, depending on the kind."

NOTHING_OPEN = "Nothing is left to answer for these."

ALL_ANSWERED = "Nothing is left to answer."

TWICE, TWICE_HELP = "Listed twice", "Same company, same login. Merged, they keep all that any of them has."

MERGE = "Merge: {accounts} fewer"

MORE = "and {more} more"

NEXT = "Next: What to do"
