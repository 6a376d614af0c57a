"""What a fact of a composite is against the profile, and its colour: the same on every page and in the report."""

# Vermilion, blue and grey stay apart for every kind of colour blindness, and have a contrast of at least 3:1 on the
# light and on the dark background.
RIGHT = "#d9541e"
WRONG = "#2f7fc1"
MISSING = "#8a8f98"

MEANINGS = {"right": RIGHT, "wrong": WRONG, "missing": MISSING}
