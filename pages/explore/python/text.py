"""The standing texts of the page with the open work as a script."""

QUESTION = "How do I compute this figure in Python?"

AS_PYTHON = (
    "This script computes the same figure with the library, to the last digit. Install the library first: "
    "run `pip install .` in the folder of the program."
)

TOO_LONG = "The script is too long to show here."

HOLDS_VALUES = "The script contains everything the figure depends on, including your values. It is not encrypted."
