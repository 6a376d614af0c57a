"""The standing texts of Report and export."""

QUESTION = "What can you hand on?"

REPORT = "A report"
REPORT_HELP = "One page with the figures, charts and plans, to print or hand on. Any browser opens it, offline."
VALUES = "Show my values in it"
VALUES_HELP = "Off, it shows ••• for every value. Kinds of details and names of accounts and companies stay."
MAKE, SAVE_REPORT = "Make the report", "Save the report"
NEEDS = "A report needs facts about you and at least one account."

PLAIN = "Everything, unencrypted"
WARNING = "This file is not encrypted. Anyone who opens it can read everything."
PLAIN_HELP = (
    "**JSON** holds everything; Import opens it again. **CSV** holds one table for a spreadsheet. A cell that looks "
    "like a formula gets an apostrophe, which Import removes."
)
JSON, JSON_HELP = "Everything, as JSON", "The same file as *Save a plain copy* in the menu."
SAVE_ALL = "Save everything"
CSV, WHICH_TABLE = "One table, as CSV", "Table"
ACCOUNTS, PROFILE, PLANS, OTHERS = "Accounts", "About me and weights", "Planned accounts", "Records of other people"
TICK_FIRST = "Tick the box above first."
EMPTY = "This is empty."
