"""The standing texts of the page with the open work as a script."""

QUESTION = "How do I compute this figure in Python?"

NO_SCRIPT = "With files counted there is no script: it would need their index."

AS_PYTHON = (
    "A script that computes this figure again, to the last digit, with the library. For that the library must be "
    "installed: pip install . in the folder of the program."
)

HOLDS_VALUES = "The script holds everything that counts for the figure, your values too, and is not encrypted."
