"""The standing texts of the Import page."""

from collections.abc import Mapping

from leakage.workspace.figures.assessment import HighlightKind
from leakage.workspace.files.again import What
from leakage.workspace.files.importing import Kind
from leakage.workspace.files.mail.senders import Sureness
from leakage.workspace.tables import Target

QUESTION = "Which accounts do you have? Your password manager or browser knows."

FILES = "Choose files"

FIRST = (
    "Export your passwords from your password manager or browser, and choose that file here. You see what it would "
    "add before anything changes. Nothing leaves this machine."
)

WHICH_FILES = "Which files work?"

WHAT_IS_READ = (
    "The file name does not matter.\n\n"
    "- **Passwords** from Bitwarden, 1Password, KeePass, KeePassXC, Firefox, Chrome, Edge, Brave, Apple, LastPass, "
    "Proton Pass, NordPass, Dashlane, Enpass, Keeper, Avast and RoboForm, and CXF. Passwords are compared, then "
    "discarded.\n"
    "- **Exports** from Amazon, Apple, Facebook, Firefox, Google, Instagram, LinkedIn, Microsoft and TikTok, and "
    "Apple's App Privacy Report.\n"
    "- **Have I Been Pwned**: the breaches of your address, or the list of all breaches.\n"
    "- **vCards**, **CSV tables** and **saved copies**.\n\n"
    "You can choose several files at once, also in a ZIP archive. Nothing is looked up online."
)

KINDS: dict[Kind, str] = {
    "copy": "a saved copy",
    "breaches": "breaches from Have I Been Pwned",
    "cards": "an address book (vCard)",
    "long": "a table with one fact per row",
    "profile": "a table of facts about you",
    "wide": "a table",
    "archive": "an archive",
    "protected": "a password-protected export from Bitwarden",
    "bitwarden": "logins from Bitwarden",
    "1pux": "logins from 1Password",
    "cxf": "logins in the exchange format CXF",
    "vault": "logins from Proton Pass, Enpass, Dashlane, Keeper or Avast",
    "keepass": "logins from KeePass",
    "logins": "a table of logins",
    "firefox autofill": "addresses saved in Firefox",
    "chrome autofill": "addresses saved in Chrome",
    "platform": "part of a platform's export",
    "platform table": "a table from a platform's export",
    "linkedin": "part of a LinkedIn export",
    "privacy report": "Apple's App Privacy Report",
}

LOOKS_LIKE = "This looks like **{kind}**."

PLATFORM = "It comes from {platform}."

ENCODING_GUESSED = "Read as {encoding}, which is a guess: check letters with accents."

NOT_TAKEN = "Nothing is imported from it."

NOT_USED = "Left out, because it could not be used:"

AGAIN = "This is the same file again. It counts once."

TOO_MANY = "Choose at most {files} files and {megabytes} MB at once. Nothing was changed."

ARCHIVE_IN_ARCHIVE = "An archive inside an archive is not opened. Unpack it and import it alone."

TABLE_IN_ARCHIVE = "A table of an unknown kind. Import it alone to say what its rows are."

ARCHIVE_READ, ARCHIVE_DETAILS, LEFT_OUT = "{name}: {read} of {files} read", "Details", "Files of the archive left out"

PASSWORD = "Password of this export"

PASSWORD_HELP = "It only opens the file here, and is not kept."

UNKNOWN_INSIDE = "the protected file holds nothing that is known here"

WOULD_ADD, NOTHING_YET = "What would be added", "Nothing has changed yet."

ADD, UNDO, NOTHING_NEW = "Import", "Undo at the top takes it back.", "There is nothing new to add."

ADDED = "Added {what}. Undo takes it back."

LIKELY = "(likely)"

GUESSES, WHICH_GUESSES, PICK_GUESSES = "What platforms guess about you", "Which are right?", "Pick from {guesses:,}"

GUESSES_HELP = "These become facts about you. The others are not added."

CHANGED = "What changed since your last import"

PASSWORDS_NOT_KEPT = "Passwords are not kept, so this shows only which became shared, or no longer are."

WHAT_CHANGED: Mapping[What, str] = {
    "gone": "no longer listed",
    "shared": "password now shared",
    "other": "password shared with others now",
    "unshared": "password no longer shared",
    "dates": "used or changed since",
}

WHICH_CLOSED, PICK_CLOSED = "Which of those no longer listed did you close?", "Pick from {accounts:,}"

CLOSED_HELP = (
    "They are marked as ended. The company may keep your data until you ask it to delete it. An older file lacks newer "
    "accounts, too: then pick none."
)

STILL_THERE = "An account you only removed from your password manager may still exist at the company."

SHARERS = "Who shares what they know about you"

ADD_SHARERS, ADD_SHARERS_HELP = "Add these groups", "Which of them share is chosen on the page Eve, and stays as it is."

FIGURE = "Leakage {figure}, for this Eve: {name}"

ADVICE: Mapping[HighlightKind, str] = {
    "password": "Change these first, each to its own password:",
    "tie": "Eve can join these by it. A different address for each keeps them apart:",
}

REVIEW, WHAT_TO_DO, WHAT_SHE_KNOWS = "Next: review {accounts}", "What to do: Plan", "What she knows"

# What each kind of file asks.

COPY_LEFT_OUT = "It was saved by an earlier version. Left out, because the program no longer has them: {gone}."
COPY = "It holds {facts} about you, {accounts}, {plans} and {records}."

COPY_OPEN, COPY_OPEN_HELP = "Open it instead of my work", "The two are not mixed. Undo at the top brings yours back."

WHICH_CARD, PICK_CARD, EMPTY_CARD = (
    "Which card is about you?",
    "Pick one of {cards:,} cards",
    "This card has no fact that is known here.",
)

NO_PROFILE = "Your profile is empty, so no breach can match it. Fill in About me first."

BREACHES = (
    "A breach says which kinds of data it holds. Each is taken to hold all of yours: the worst case. Correct it on the "
    "page Accounts."
)

ALL_BREACHES = (
    "This is the list of all breaches. If you had an account before the breach, it may be in it. How sure are you?"
)

BEFORE_BREACH, UNDATED, SURE_HELP = (
    "Accounts older than the breach",
    "Accounts of unknown age",
    "0 counts nothing, 1 is certain.",
)

UNVERIFIED, ADDRESS = (
    "How sure are breaches that were never verified?",
    "Which of your addresses are these breaches for?",
)

FABRICATED, SPAM = "Count breaches that are probably made up", "Count lists of spammers"

ROWS, ROWS_HELP = (
    "What are the rows?",
    "Accounts have something of yours. Other people are those Eve could take for you.",
)

SAY_ROWS = "Say what its rows are. Nothing is added until then."

TARGETS: dict[Target, str] = {"releases": "Accounts", "plans": "Alternatives to compare", "background": "Other people"}

OTHER_COLUMNS, COLUMN_HELP = "What the other columns are", "What this column holds. – leaves it out."

WHO, CALLED, WHEN = "Company, person or office", "Name of the account", "Date"

# A large file on this computer, such as mail.

MAIL = "A large file on this computer"

MAIL_HELP = (
    "A ZIP that a platform gave you is read as above. Or name a mailbox: the mbox file, or the ZIP or tgz from Google "
    "Takeout. Whoever writes to you has your address. Only headers are read; of a company its domain and two dates are "
    "kept."
)

MAIL_PATH, MAIL_PATH_HELP, MAIL_NO_PATH = (
    "Path of the file",
    "The whole path, from the root of the disk or from your home folder (~). It is not kept.",
    "Type the path first.",
)

ZIP_READ, MAIL_READ = "Read the ZIP", "Read the mail"

LEAVE_OUT = "Leave out {name}"

MAIL_FOUND, MAIL_LEFT_OUT = "{companies} in {messages}.", "Left out: {listed}."

MAIL_GROUPS, MAIL_GROUPS_HELP = "Tick these", "Sets the ticks in the table. Change single ones there."

SURENESS: Mapping[Sureness, str] = {"sure": "Sign-up or order", "probable": "Newsletter", "possible": "Other mail"}

MAIL_ALT = "Companies that write to you, the surest first"

MAIL_MORE = "and {more} more, of whom less is known"

MAIL_ADDRESS, MAIL_ADDRESS_HELP = (
    "Your address for this mailbox",
    "The companies you tick have it. Leave it empty to add only the accounts.",
)

MAIL_DOUBT = "Anyone can write in a company's name. Untick those you do not know."

MAIL_ADD = "Add {what}"

# How to get a file.

HOW_TO, HOW_TO_WHICH, HOW_TO_PICK = "How do I get my file?", "Where is it?", "Pick a program or a platform"

HOW_TO_LABELS = ("How long it takes", "What is in it", "What is read", "What is left out")

HOW_TO_CHECKED = "The steps were checked against the company's own page on {day}:"

HOW_TO_UNCHECKED = "These steps were not checked; menus may have changed. The company's own page:"
