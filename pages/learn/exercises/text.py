"""The standing texts of the exercises."""

QUESTION = "Can I work it out by hand?"

HOW = (
    "Work out the answer on paper, then type it: as a fraction such as **3/4**, or as a rounded percentage such as "
    "**66.7 %**. A wrong answer gets a hint and a second try. The same problem number gives the same problem on every "
    "computer."
)

WORKSHEET = (
    "A page to print, with room to write. The worked answers are on separate pages. The number at the foot makes the "
    "same sheet again."
)
