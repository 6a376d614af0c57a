"""The standing texts of the exercises."""

QUESTION = "Can I work it out by hand?"

HOW = (
    "Work the answer out on paper, then type it: a fraction such as **3/4** is always safe; a rounded percentage such "
    "as **66.7 %** will do too. The same number gives the same problem on every machine."
)

RULES = (
    "Precision is X/Y, recall X/W, leakage 2 X / (W + Y): X the weight of what is right, Y of all that is said, W of "
    "all that is true. What has no weight counts 1. With doubt: work out every possible world, then take the mean."
)

WORKSHEET = (
    "One page to print, with room to write; the answers follow on pages of their own, each with the way to it. The "
    "foot says the number, from which the same sheet can be made again."
)
