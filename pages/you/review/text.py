"""What the review page says."""

EXPLAINED = (
    "Groups come from lists in the program, else from words in names. Nothing is looked up online. Tick rows to answer "
    "for these only. A release gets your profile's value for every label of which it holds nothing yet."
)
EVERY_KIND = (
    "Kinds come from lists in the program, else from words in names. Nothing is looked up online. Each release gets "
    "your profile's values for what its kind usually asks for, where it holds nothing of that label yet. Tick rows to "
    "say it of these kinds only."
)
NOTHING_TO_ADD = "They hold it already, or your profile has no value for it."
