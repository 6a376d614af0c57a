"""The standing texts of the Requests page."""

QUESTION = "Whom do you ask to delete, disclose, correct or stop sharing what they hold, and what came of it?"

NOTHING_SENT = (
    "Nothing is sent from here: you send the letter yourself, from an address that the recipient already knows. "
    "From another one it would tell them that address."
)

IMPOSSIBLE = (
    ":orange[:material/block:] **Deletion is not proposed here.** Others found that they delete no account. A law may "
    "still oblige them, so you can write; or ask them to stop sharing, or change there what joins it to the rest."
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

TYPE_HELP = "They hold this fact, and your profile has no value for it. Typed here, it is in your profile too."
