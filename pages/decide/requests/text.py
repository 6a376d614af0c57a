"""The standing texts of the Requests page."""

from leakage.workspace.release import PartName
from leakage.workspace.requests.parts import ChannelKind

NOT_ANSWERED = "One that is not answered counts as refused a month after its answer was due."

QUESTION = "Whom do you ask to delete, disclose, correct or stop sharing what they hold, and what came of it?"

NOTHING_SENT = (
    "Nothing is sent from here: you send the letter yourself, from an address that the recipient already knows. "
    "From another one it would tell them that address."
)

NOT_PROPOSED = (
    ":orange[:material/block:] **Deletion is not proposed here.** You can write all the same; or have them correct it, "
    "have them stop sharing it, or change there what joins it to the rest."
)

GROUND_HELP = (
    "The law that gives you the right. The GDPR protects whoever is in the EU or deals with somebody there, UK GDPR "
    "the same for the United Kingdom, the CCPA (as amended by the CPRA) those who live in California. Naming a law "
    "tells roughly where you live. Without one nobody must answer."
)

STATED_HELP = (
    "Only what they hold already is offered, and of that nothing that opens an account or concerns your health. Tick "
    "as little as lets them find you."
)

DROP = (
    "California's Delete Request and Opt-out Platform asks all registered data brokers at once. That is done on the "
    "state's page, privacy.ca.gov/drop, and needs no letter. Brokers look there every 45 days and then have 45 days "
    "more; note here when you asked."
)

NO_ADDRESS = "No domain is known for them, so no contact can be looked up."

REMINDERS_HELP = (
    "Dates for your calendar, with an alarm on the last day for each answer. A calendar that is kept by somebody else "
    "tells them whom you asked, so names are left out unless you tick them in."
)

FRESHER_HELP = (
    "Contacts age. A fresher list can be read here: a table with the same columns, JustDeleteMe's sites.json, or "
    "companies of datenanfragen.de as JSON. Only what concerns your recipients is kept."
)

ASKING_HELP = (
    "The letter is held against your work like a planned release: its facts, for certain, in their hands once the "
    "request has been done. What they are known to want besides, such as a copy of an identity card, is counted as "
    "well. Incremental leakage: Whang & Garcia-Molina 2012, Section 4.1."
)

DEADLINES_HELP = (
    "Counted from the day you sent it. GDPR and UK GDPR: one month, which may be extended by two more; a weekend "
    "moves the last day to Monday, public holidays are not known here. CCPA: 45 days and 45 more, an opt-out 15 "
    "business days. DROP: 90 days. This is no legal advice."
)

TYPE_HELP = "Your profile has no value for it. Typed here, it is in your profile too."

NUMBER_HELP = "A number that they gave you, such as a customer number. It goes into this letter only."

PARTS: dict[PartName, str] = {
    "name": "your name",
    "reply": "an address for the answer",
    "email": "your email address",
    "address": "your postal address",
    "birthdate": "your date of birth",
    "number": "something of their own, such as a customer number",
    "identity": "something that tells you from people with your name",
}
"""What the parts of a letter are called."""

WAYS: dict[ChannelKind, str] = {
    "page": "Delete the account yourself while you are logged in. That tells them nothing new. Their page: {}",
    "mail": "Send the letter by email to {}.",
    "form": "Use the web form on {}, and paste the letter there.",
    "post": "Send the letter by post to {}. Their postal address is in the privacy notice on their site.",
    "unknown": "Look for the address in the privacy notice of {}: none is listed here.",
}
"""How to ask, in a sentence with an address or a name."""

BROKER = "This is a data broker. Its letter contains only what it has from you, and no new detail."

NOTHING_TO_FIND_YOU_BY = (
    "They hold nothing for certain by which a letter could find you, and a data broker is told nothing new."
)

TOGETHER_HELP = (
    "Each of them then learns which accounts are yours. One step marks all of them, and undo takes all back."
)
