"""The sentences of the page Letters."""

from leakage.workspace.release import PartName
from leakage.workspace.requests.parts import ChannelKind

NOT_ANSWERED = "A letter without an answer counts as refused a month after it was due."

QUESTION = "Who do you write to, what should they do, and what happened?"

NOTHING_SENT = (
    "Nothing is sent from here. Send the letter yourself, from an address they already know: a new one would tell them "
    "more."
)

NOT_PROPOSED = (
    ":orange[:material/block:] **Deletion is not proposed here.** You can still write. Or ask them to correct it or "
    "stop sharing it."
)

GROUND_HELP = (
    "The law that gives you the right. The GDPR protects you if you are in the EU or they are; UK GDPR does the same "
    "for the United Kingdom, the CCPA (amended by the CPRA) for residents of California. Naming a law tells roughly "
    "where you live. Without one they need not answer."
)

STATED_HELP = (
    "Only what they already have is offered, without what opens an account or concerns your health. Pick as little as "
    "lets them find you."
)

DROP = (
    "California's Delete Request and Opt-out Platform asks all registered data brokers at once, on the state's page "
    "privacy.ca.gov/drop. You need no letter. Brokers look there every 45 days and then have 45 days more. Save here "
    "when you asked."
)

NO_ADDRESS = "No contact is listed for them."
NO_CONTACT = "No contact is listed for {site}."
ADD_SITE = "Add their web address"
SITE = "Their web address, if you know it"

REMINDERS_HELP = (
    "Dates for your calendar, with an alarm on the last day for each answer. Whoever keeps your calendar would see who "
    "you asked, so names are left out unless you tick the box."
)

FRESHER_HELP = (
    "Contacts age. You can read a newer list: a table with the same columns, JustDeleteMe's sites.json, or companies "
    "of datenanfragen.de as JSON. Only what concerns your companies is kept."
)

ASKING_HELP = (
    "The letter counts like something you are about to share: they have its facts for certain once they have done what "
    "you ask. What else they are known to want, such as a copy of an identity card, is counted too. The papers' term "
    "is incremental leakage: Whang & Garcia-Molina 2012, Section 4.1."
)

DEADLINES_HELP = (
    "Counted from the day you sent it. GDPR and UK GDPR: one month, and two more if they need longer. A weekend moves "
    "the last day to Monday; public holidays are not counted. CCPA: 45 days and 45 more, an opt-out 15 business days. "
    "DROP: 90 days. This is no legal advice."
)

TYPE_HELP = "Your profile has no value for it yet. What you type goes into your profile too."

NUMBER_HELP = "A number they gave you, such as a customer number. It goes into this letter only."

PARTS: dict[PartName, str] = {
    "name": "your name",
    "reply": "an address for the answer",
    "email": "your email address",
    "address": "your postal address",
    "birthdate": "your date of birth",
    "number": "something of their own, such as a customer number",
    "identity": "something that sets you apart from people with your name",
}
"""What the parts of a letter are called."""

WAYS: dict[ChannelKind, str] = {
    "page": "Delete the account yourself while you are logged in: that tells them nothing new. Their page: {}",
    "mail": "Send the letter by email to {}.",
    "form": "Use the web form on {}, and paste the letter there.",
    "post": "Send the letter by post to {}. Their postal address is in the privacy notice on their site.",
    "unknown": "Look for the address in the privacy notice of {}: none is listed here.",
}
"""How to ask, in a sentence with an address or a name."""

BROKER = "This is a data broker. Its letter contains only what it has from you, and no new detail."

NOTHING_TO_FIND_YOU_BY = "They have nothing certain by which to find you, and a data broker should learn nothing new."

TOGETHER_HELP = (
    "Each of them then learns which accounts are yours. One step marks all of them, and undo takes it all back."
)

# The form.

WHO = "Who do you write to?"
WHAT = "What should they do?"
LAW = "Under which law?"
DRAFT, DRAFT_ANYWAY = "Draft it", "Draft anyway"
ALL_ERASED = "All they were given is deleted."
DELETES_NONE = "{name} (deletes no account)"

# All letters.

OVERDUE, STILL_TO_COME, NONE_DUE = "overdue", "still to come", "No replies due"
WHICH = "Which letter?"
ALL = "All letters and their deadlines"
CALENDAR = "Deadlines for my calendar"
CALENDAR_NAMED = "Name who I asked in the calendar file"
NO_DEADLINE = "No letter with a deadline was sent."
COLUMNS = ("Letter", "To", "What", "State", "Since", "Answer due")

# What happened, account by account.

STATUSES = "What was deleted?"
STATUSES_HELP = (
    "Mark what you **asked** for, what was **done** and what was **refused**, with or without a letter from here. "
    "Deleted accounts no longer count, on any page. The Plan does not propose again what was refused.\n\nTick "
    "**Ended** for a lease that is over or an account that is closed: those who had to keep it may then be asked to "
    "delete it."
)
ACCOUNT, HOLDER, DELETION, ENDED = "Account", "Company or person", "Deletion", "Ended"
ENDED_HELP = "The lease is over, you left the job, the account is closed."
NOT_ASKED = "not asked"

# One letter.

LANGUAGE = "Language"
STATES = "What the letter says about you"
WRONG = "What is wrong?"
RIGHT = "What is right? Leave it empty to have it deleted: then they learn nothing new."
NOT_READY = "Not ready to send. Missing: {parts}."
LETTER = "The letter"
REMOVE = "Remove this letter"
REMOVE_HELP = "What happened stays with your accounts. Undo takes it back."
HAPPENED = "What happened?"
STEP, DAY, SAVE = "It was", "On", "Save"
SAVE_HELP = "Undo takes it back."
OUTCOME = {
    "erasure": "Done means deleted: these accounts count no longer, on any page.",
    "objection": "Done means they no longer share it with anyone.",
    "correction": "Done means they have what is right: your accounts are corrected.",
    "access": "Add what they tell you to your accounts.",
}
DETAILS = "Details: what asking tells them"

# What asking tells them.

DO_NOT_ASK = ":red[:material/block:] **Do not ask this way**"
BACKFIRES = (
    "Eve would know more of you afterwards, whatever the letter says: part of what goes is wrong and confuses her."
)
LETTER_BACKFIRES = (
    "The letter would tell them more than it takes back: it confirms what they only suspect, joins what they have "
    "apart, or says something new."
)
ANSWER_BACKFIRES = (
    "They are known to ask for {wanted} as well. Giving all of that tells them more than the letter takes back. Refuse "
    "it, or black out on the copy what they do not have."
)
TELLS_NOTHING = "The letter itself tells them nothing new."
TELLS_LESS = "The letter tells them less than it takes back."
OTHER_EVES = "But asking{with_wanted} would tell more than it takes back if the real Eve is {policies}."
WITH_WANTED = ", with {wanted} that they are known to ask for,"
TELLS_LEAST = "It tells least without this: {fact}"
KNOWN_NOW = "Known there now: {before}"
KNOWN_DONE = "once it is done: {without} ({removed})"
KNOWN_LETTER = "with the letter: {letter} ({told})"
KNOWN_WANTED = "with all they are known to want: {insisted} ({told})"
SOURCES = "Where the contacts come from, and newer ones"
