"""The standing texts of the Planned release page."""

QUESTION = "You are about to give something away. Which way of doing it tells Eve least?"

NO_PLAN = (
    "Add an alternative for each way of doing it: paying with one card or the other, buying at this shop or at that "
    "one, leaving a field blank. They are compared side by side."
)
