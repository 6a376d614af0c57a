"""What the review page says."""

EXPLAINED = (
    "Groups are guessed from names alone; nothing is looked up. Tick rows to answer for these only. A release gets "
    "your profile's value for every label of which it holds nothing yet."
)
EVERY_KIND = (
    "Kinds are guessed from names alone; nothing is looked up. Each release gets your profile's values for what its "
    "kind usually asks for, where it holds nothing of that label yet. Tick rows to say it of these kinds only."
)
NOTHING_TO_ADD = "They hold it already, or your profile has no value for it."
