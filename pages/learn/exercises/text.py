"""The standing texts of the exercises."""

QUESTION = "Can I work it out by hand?"

HOW = (
    "Work out the answer on paper, then type it: as a fraction such as **3/4**, or as a rounded percentage such as "
    "**66.7 %**. A wrong answer gets a hint and a second try. The same problem number gives the same problem on every "
    "computer."
)

TRY_AGAIN = "Try again: after a second wrong answer you see the right one."

RULES = (
    "Precision is X/Y, recall is X/W, leakage is 2 X / (W + Y). X is the weight of the facts that are right, Y of all "
    "facts in the record, W of all true facts.\n\n"
    "A fact without a weight counts 1. If the record is in doubt, take the mean over every possible world."
)

WORKSHEET = (
    "A page to print, with room to write. The worked answers are on separate pages. The number at the foot makes the "
    "same sheet again."
)
