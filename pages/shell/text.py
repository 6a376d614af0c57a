"""The standing texts of what every page stands in."""

RUN_DONE = "Done. The same values give the same result; change one to run again."

BROKEN_OFF = "It was cancelled."

STALLED = "The calculation made no progress for {seconds:g} seconds and was stopped."

TOO_MANY_STUCK = "Nothing long is calculated now: {count} calculations were stopped and have not ended yet."

NOT_ENDED = "the last attempt at {what} was stopped and has not ended yet"

NOT_IN_TIME = "{what} took more than {seconds:g} seconds and was stopped"

GATE_QUESTION = "This computer has a vault. Without its passphrase nobody can read or change it."

NO_RECOVERY = "Nobody can recover a forgotten passphrase: not this program, not its makers."

CHOOSE_WELL = f"{NO_RECOVERY} Take one of several words that you will not lose."

MEMORY_HELP = "The vault stays locked. Refreshing the page erases what you enter, unless you save a copy."

VAULT_NAME_HELP = "Anyone who can see the folder can see this name, so leave your own name out."

BRING_IN_HELP = "If this vault is here already, the file becomes one of its earlier versions. Nothing is replaced."

RESTORE_HELP = "It becomes the newest version. What you have now is kept as an earlier one, and undo leads back too."

PASSPHRASE_HELP = (
    "All versions are encrypted again; damaged ones are removed. Copies elsewhere still open with the old passphrase."
)

CONFLICT_HELP = (
    "Another tab saved this vault after you opened it here, and both changed the same things. Nothing is lost: the "
    "version you do not choose is kept among the earlier ones. Until you choose, yours is kept beside it, with every "
    "change."
)


CONFLICT_NOT_KEPT = (
    "Another tab saved this vault after you opened it here, and both changed the same things. Yours could not be "
    "saved yet, so keep this tab open."
)


TRIED_AGAIN = "Every step you take tries again. To be safe, save a copy from the sidebar."


LOCKED_OUT = (
    "The passphrase was changed elsewhere, so nothing can be saved with the old one. Enter the new one: your work "
    "here is then saved, merged with what was saved since."
)


LOCK_ANYWAY = (
    "It stays encrypted in the memory of this program. Unlock the vault with the same passphrase, and you are asked "
    "whether to keep it. If the program stops first, it is lost."
)


SEALED = "It is encrypted in the memory of this program. If you keep it, it is merged with the vault."


SEALED_EARLIER = "It was locked with the earlier passphrase, and only that one opens it."


SEALED_AT_GATE = "A change that is not in the vault yet is waiting, encrypted. Unlock the vault to keep it."


FROM_MEMORY = (
    "It is not in the vault yet, only encrypted in the memory of this program. If you add it, it is merged with the "
    "vault."
)


BRINGING = "Your work is still here, in memory only. After unlocking you are asked whether to add it."


WITHOUT_VAULT = (
    "Work of a deleted vault could not be saved when it was locked. It is encrypted in the memory of this program; "
    "its passphrase opens it."
)

NOT_ENCRYPTED = "Not encrypted: anyone who gets that file can read it."


STILL_HERE = "Your work is still here. Undo the last step, save a copy, or open another page. The terminal says more."


ALL_KEPT = "Your work is kept, and the other pages work."


LOG_OUT = (
    "This locks every vault, closes every tab, and ends every browser's access. What a tab could not save stays "
    "encrypted in memory until you unlock its vault. To come back, open the link in the terminal, or type a vault's "
    "passphrase."
)


IN_MEMORY_ELSEWHERE = (
    "Another tab has work in memory only, which logging out would erase. Save it there, or say here that it may be "
    "lost."
)


FRESH_LINK = "The old link in the terminal stops working, and a new one is printed. Open tabs stay open."


MEASURE = (
    "How much Eve knows, as one figure: 0 % means nothing right about you, 100 % everything, and nothing wrong. Lower"
    " is better for you. Papers call it information leakage, L(R, e, E)."
)

ANOTHER_TAB = (
    "This tab is empty. Your work is in another tab of this browser, in memory only. Go on there. Or save a plain "
    "copy there, and open it here on Home."
)

LOG_OUT_FOLD = "Log out"
MAY_BE_LOST = "Work in memory only may be lost"
SAVE_FIRST = "Save your work first, or say that it may be lost."
PRINT_LINK = "Print a new link"
WITHOUT_IT = "Or go on without it"
MEMORY_ONLY = "Work in memory only"
OPEN_EXAMPLE = "Open the example"
BACK_TO_MEMORY = "Back to my work in memory"
DAMAGED = "This vault is damaged, and no earlier version is left."
EARLIER_OPENS = "The latest version is damaged. An earlier one ({when}) is good and opens instead."

FIRST_PROFILE = "First say what is true about you."
TO_PROFILE = "Go to About me"
FIRST_RELEASES = "Next say what you gave away, and to whom."
TO_RELEASES = "Go to My accounts"
