"""What the review page says."""

EXPLAINED = (
    "Tick rows to answer for these only; else an answer is for all of them. Kinds of places come from lists in the "
    "program, else from words in names; nothing is looked up online."
)
PRESUME_HELP = "By counted forms: 92 % of registration forms ask for the email address. Undo at the top takes it back."
NOTHING_OPEN = "Nothing is left to answer for these."
