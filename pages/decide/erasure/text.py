"""The standing texts of the Erasure page."""

QUESTION = "Which of the things you gave away are most worth having deleted?"

ERASURE_HELP = (
    "Close an account, opt out, or send a right-to-erasure request. Nothing is sent from here: the page says whom it "
    "pays to ask. It counts on the recipient really deleting, and on nobody having copied the data before.\n\n"
    "What is refused you mark as refused below, and the plans do without it."
)

KNOWN = "Eve knows {now} of you now, and {then} if all is granted. Lower is better for you."

KEPT = (
    "**Think before you ask these.** The Plan page does not propose it. You may ask all the same: the choice here is "
    "yours."
)

ERASURE_STATUS = (
    "Mark what you have **asked** for, what was **done** and what was **refused**. What is done counts no longer, on "
    "any page; what was refused is not proposed again.\n\nTick what has **ended**, such as a lease or a closed "
    "account: whoever had to keep it may then be asked to delete it. Once all is erased, Eve still knows what her "
    "background records tell of you."
)

EFFORTS = (
    "How much trouble is each request, against the others? 1 is the usual; a bank that wants a letter may be 3. Effort "
    "must be more than 0."
)

ENDED_HELP = "The lease is over, the job was left, the account was closed."
