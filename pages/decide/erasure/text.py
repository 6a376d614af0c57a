"""The sentences of the page Deletions."""

from leakage.workspace.workspace import By

QUESTION = "What is most worth having deleted?"

# The answer.

TITLE = "{requests} would take back {points:.1f} points"
NO_REQUEST = "No request, no change"
MORE = "Eve knows {now} of you now. Move the slider to the right."
NO_HELP = "No request within this effort would help"
KNOWN = "Eve knows {now} of you now, and {then} if all is granted."
PROVED = "Proved: no other choice for this effort leaves her less."
GAP = "Best found, not proved: a better choice could leave her {lowest} at the least, which is {gap:.1f} points lower."
NOTHING_LEFT = "There is nothing left to ask for: all is deleted or was refused."

# What is chosen.

BY = "One request deletes"
BY_KINDS: dict[By, str] = {"release": "One account", "recipient": "All that one company has"}
BY_HELP = "Ask for one account at a time, or for all that a company holds, as when you close the account there."
HOW_MANY = "How many requests?"
HOW_MUCH = "How much effort?"
EFFORTS_TITLE = "Some requests take more effort"
EFFORTS = "1 is the usual. A bank that wants a letter may be 3. Effort must be more than 0."

# Whom to ask.

NOBODY = "Ask nobody: this plan has no request."
COLUMNS = ("Have deleted", "Ask", "Effort", "In this plan", "Alone", "So far")
TABLE_HELP = (
    "**In this plan**: how much more Eve would know if you left this request out. **Alone**: how much less if it were "
    "your only one. Two that do little alone can do much together, when both companies have the same facts."
)
KEPT = "**Think before you ask these.** The Plan does not propose it. You may still ask."
MARK = {"asked": "Mark all as asked", "done": "Mark all as done"}
MARK_HELP = "Nothing is sent by this. Undo takes it back."
LETTERS = "Write the letters"
NOTHING_SENT = "Nothing is sent from here. It helps only if they really delete it and nobody has copied it before."

# The chart.

CHART = "How far would deletions bring it down?"
REQUESTS, EFFORT = "requests", "effort of all requests"
KNOWS = "how much Eve knows"

# Folds.

APART = "Which facts would Eve no longer connect?"
APART_HELP = (
    "How sure Eve is of each fact in her combined record that tells most about you. A fact that is gone may still be "
    "with those in the last column, apart from the rest."
)
FACT_COLUMNS = ("Fact", "Value", "Sure now", "Afterwards", "Still at")
GONE = "gone"
SAME = "Eve's combined record that tells most about you would hold the same of your facts as now."
STATUS_TITLE = "What happened?"
STATUS = (
    "Mark what you **asked** for, what was **done** and what was **refused**. What is done no longer counts, on any "
    "page. What was refused is not proposed again.\n\nTick **Ended** for a lease that is over or an account that is "
    "closed: those who had to keep it may then be asked to delete it. "
    "Even with all deleted, Eve still has what her background records say of you."
)
ACCOUNT, WHO, DELETION, ENDED = "Account", "Company or person", "Deletion", "Ended"
ENDED_HELP = "The lease is over, you left the job, the account is closed."
NOT_ASKED = "not asked"
