"""The standing texts of the page with the class as a file."""

QUESTION = "What can a class read and work out by itself?"

CLASS_PAGE = (
    "The class page is one HTML file with all lessons, exercises and worksheets. It opens from a stick or a mail, "
    "needs no server, and stores nothing."
)

WORKSHEET = (
    "A page to print, with room to write. The worked answers are on separate pages. The number at the foot makes the "
    "same sheet again."
)
