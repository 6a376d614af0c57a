"""The standing texts of what every page stands in."""

RUN_DONE = "Done. The same values give the same result: change one to run again."

BROKEN_OFF = "It was broken off."

STALLED = "The calculation made no progress for {seconds:g} seconds and was stopped."

TOO_MANY_STUCK = "Nothing long is calculated now: {count} calculations were stopped and have not ended yet."

NOT_ENDED = "the last attempt at {what} was stopped and has not ended yet"

NOT_IN_TIME = "{what} took more than {seconds:g} seconds and was stopped"

GATE_QUESTION = "There is a vault on this machine. Without its passphrase nothing in it can be read or changed."

NO_RECOVERY = "Nobody can recover a forgotten passphrase: not this program, not its makers."

CHOOSE_WELL = f"{NO_RECOVERY} Take one of several words that you will not lose."

MEMORY_HELP = "The vault stays closed. What you enter is lost with a refresh, unless you save a copy."

VAULT_NAME_HELP = "Anybody who can read the folder can read the name, so do not put your own into it."

BRING_IN_HELP = "Where this vault is here already, the file becomes one of its earlier versions; nothing is replaced."

RESTORE_HELP = "It becomes the newest version; what you have now stays among the earlier ones, and undo leads back too."

PASSPHRASE_HELP = (
    "All versions are encrypted anew; damaged ones are removed. Copies you keep elsewhere still open with the old one."
)

CONFLICT_HELP = (
    "Another tab saved this vault after you opened it here, and both changed the same things. Nothing is lost "
    "whichever you choose: the other version stays among the earlier ones on the Vault page. Until you choose, yours "
    "is kept beside it and follows every change."
)


CONFLICT_NOT_KEPT = (
    "Another tab saved this vault after you opened it here, and both changed the same things. Yours could not be "
    "written yet: do not close this tab before it is."
)


TRIED_AGAIN = "It is tried again with every step you take. To be safe, save a copy from the sidebar."


LOCKED_OUT = (
    "With the earlier passphrase nothing can be saved any more, however often it is tried. Enter the new one, and what "
    "you have here is saved, merged with what was saved since."
)


LOCK_ANYWAY = (
    "It stays encrypted in the memory of this program. When you unlock the vault with the same passphrase, you are "
    "asked whether to keep it. If the program is stopped before, it is lost."
)


SEALED = "It was kept encrypted in the memory of this program. If you keep it, it is merged with what the vault holds."


SEALED_EARLIER = "It was locked under the earlier passphrase, and only that one opens it."


SEALED_AT_GATE = "Something that is not in the vault waits for it, encrypted. Unlock the vault to keep it."


FROM_MEMORY = (
    "It is not part of the vault yet, and is kept encrypted in the memory of this program. If you keep it, it is "
    "merged with what the vault holds."
)


BRINGING = (
    "What you entered is still here, in memory only. When you have unlocked the vault you are asked whether to add it."
)


WITHOUT_VAULT = (
    "Work of a vault that was removed could not be saved when it was locked. It is encrypted in the memory of this "
    "program; its passphrase opens it."
)

NOT_ENCRYPTED = "Not encrypted: whoever gets that file reads everything in it."


STILL_HERE = (
    "Your work is still here: take the last step back, save a copy, or open another page. The terminal says where."
)


ALL_KEPT = "All you entered is kept, and the other pages work."


LOG_OUT = (
    "Logging out locks every vault, closes every tab of this program, and ends what lets browsers in. What any tab "
    "could not save stays encrypted in memory until you unlock its vault. To come back, open the link in the terminal, "
    "or type a vault's passphrase."
)


IN_MEMORY_ELSEWHERE = (
    "Another tab holds work in memory only, which logging out would lose. Save a copy or a vault there, or say here "
    "that it may be lost."
)


FRESH_LINK = "The link in the terminal opens no more, and another one is printed. Whoever is in stays in."


MEASURE = (
    "Information leakage L(R, e, E): 0 % means Eve has nothing right about you, 100 % that she has everything "
    "and nothing wrong. Lower is better for you."
)

ANOTHER_TAB = (
    "This tab is empty: what you entered is in another tab of this browser, and in memory there only. Go on in that "
    "tab. Or save a plain copy there, and open it here on Home."
)

WITHOUT_FILES = "without her files"

FIGURES_WITHOUT_FILES = "The figures leave out the files that she has."

WORST_OF_MIXED = "Some Eves cannot count them, so it is not certain who knows most."

FILES_IN_CLASS = "In a class no file of this machine is read by its path."

FILE_GONE = "One of them is missing or cannot be read; Eve, under What else she has, says which."

FILE_NOT_AGREED_TO = "They stay unread until you say yes on the page Eve, under What else she has."

ANOTHER_FILE = "One of them has changed since you said yes: the page Eve asks you again, under What else she has."

FILE_CHANGED = "They have changed since they were indexed. Index them again on the page Eve, under What else she has."

NOT_INDEXED = "They are not indexed for this Eve yet. Do that on the page Eve, under What else she has."

FILES_ELSEWHERE = (
    "Her files are not counted on this page. They are in What she knows, Her next move and What to do, and in the "
    "report."
)

LOOKED_UP = (
    "Her files are counted, and the figures are exact: {looked_at:,} of the {out_of:,} records that she has joined in "
    "them had to be looked at; no other could change a figure."
)

STRANGERS_LOOKED_UP = "Those to be tied in are sought among all of them."
