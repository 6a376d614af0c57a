"""The standing texts of the Vault page."""

QUESTION = "Where is your work kept, and who can read it?"

IN_CLASS = "In a classroom nothing is kept: every visitor works in memory only."

KEEP = "Keep your work in a vault"
VAULT = (
    "A vault is one encrypted file on this computer. Every change is saved at once, so a refresh, a crash or a restart "
    "loses nothing. Without the passphrase nobody can read it."
)
ANOTHER = "Use another vault"

PASSPHRASE, NAME, AGAIN = "Passphrase", "Name of the vault", "Passphrase again"
USUAL_NAME = "My work"
CREATE = "Create the vault"
NOT_THE_SAME = "the two passphrases are not the same. Nothing was created"

UNLOCK_OTHER = "Unlock a vault on this computer"
UNLOCK_OTHER_HELP = "Your work in memory is kept. After unlocking you are asked whether to add it to the vault."
ADD_FILE, ADD = "Add a vault file", "Add it to my vaults"
ADDED = "It is among your vaults now. Unlock it with its passphrase."

UNLOCKED = "{name} is unlocked in this tab. {saved}."
LOCK, LOCK_HELP = "Lock it now", "In every tab. Each tab's work is saved first."
LOCK_AFTER = "Lock after (minutes idle)"
LOCK_AFTER_HELP = "Choose few where strangers can see your screen."

VERSIONS = "Earlier versions"
NO_VERSIONS = "None yet. Every saved change keeps the version before it, up to ten."
VERSION_COLUMNS = ("Version", "When", "Why it was kept", "Can be opened")
KINDS = {"generation": "before the next change", "copy": "from a conflict, or added as a file"}
CONDITIONS = {
    "good": "yes",
    "damaged": "no, it is damaged",
    "other passphrase": "only with another passphrase",
    "newer program": "only with a newer program",
    "earlier program": "only with its earlier passphrase",
}
RESTORE_WHICH, RESTORE = "Version", "Restore this version"

CHANGE = "Change the passphrase"
NEW, PRESENT, NEW_AGAIN = "New passphrase", "Current passphrase", "New passphrase again"
CHANGED = "The passphrase is changed."
NEW_NOT_THE_SAME = "the two new passphrases are not the same. Nothing was changed"

FILE = "Rename, copy or delete the vault"
DOWNLOAD = "Download the encrypted vault"
DOWNLOAD_HELP = "A copy for a second place. It opens with the same passphrase."
RENAME_FIELD, RENAME = "Name", "Rename"
SURE, DELETE = "Delete this vault and all its versions for good", "Delete the vault"
