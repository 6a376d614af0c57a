"""The standing texts of the Accounts page."""

QUESTION = "Who has which of your details?"

FIRST = "Or say what is true about you first, then add accounts by hand."

FIRST_BUTTON = "Go to About me"

IMPORT = "Import accounts from your password manager or browser"

ACCOUNTS = "{accounts} at {recipients}"

PLACE, PLACES = "company, person or office", "companies, people or offices"

LIKELY = "{facts} are likely as well: such places usually ask for them. They count as likely, not as given."

LIKELY_LINK = "Review what they probably have"

GIVEN = "What does each have?"

GIVEN_HELP = "Tick what they have. If they only suspect it, choose *Given or unsure* and tick **?**."

WRONG = "Wrong details you gave"

WRONG_HELP = "An old address, an alias or a typo. To Eve it looks like any other fact, and it misleads her."

RENAME = "Rename a company, person or office"

RENAME_HELP = "No figure changes. To move one account to another company, change it in the list of accounts."

CSV = "CSV file"

CSV_HELP = (
    "One fact per row, with the columns release (the account), recipient (who has it), label and value. Confidence "
    "and date are optional. A value that is in your profile counts as true, any other as wrong."
)

CSV_DOWNLOAD, CSV_UPLOAD = "Download my accounts", "Read accounts from a CSV file"

CSV_PLAIN = "A plain file: anyone who gets it can read it."

CSV_NOTHING = "There is no account to save yet."

CSV_FOUND = "Found {accounts} with {facts}."

CSV_NONE_READ = "No account could be read. Nothing was changed."

CSV_ADD, CSV_REPLACE = "Add to my accounts", "Replace my accounts"
