"""The sentences of the disinformation page."""

PRICES = (
    "How much effort is it to make one more record, and to state one more fact in it? Take filling in one field of a "
    "form as 1: a social profile that has to look lived-in may then be 8, an order at a shop 2.\n\n"
    "A record takes its own effort and that of every fact in it, right or wrong. No effort may be negative, and a "
    "record must not come for nothing."
)

KINDS_HELP = (
    "The first kind joins what she holds and says something wrong: the papers' self disinformation. One that ties a "
    "stranger to you is their linkage disinformation; left out at first, because it states facts of somebody else. The "
    "last kind helps where Eve minds contradictions: a wrong fact keeps two of your records apart."
)

AFTERWARDS = "; if all the records below are taken in, {then}. Lower is better for you."

MEANINGS = {"right": "right about you", "wrong": "wrong about you", "missing": "missing"}

KIND_WORDS = {
    "self": "about you, with wrong facts",
    "linkage": "ties a stranger to you",
    "blocking": "keeps your records apart",
}

PLAN_NAMES = {
    "self": "Wrong facts",
    "linkage": "Wrong facts and a stranger's",
    "blocking": "A fact that keeps records apart",
}

RECIPIENTS_HELP = (
    "Authorities, banks, insurers, doctors, employers, schools and the like are left out at first: do not state false "
    "things there. You may include them by hand."
)

BUDGET_HELP = "Up to this effort the best plans are sought, all at once; the slider then moves between them."

EXPECTED_HELP = (
    "Disinformation given before a release can keep it apart from what Eve knows, where she minds contradictions. What "
    "she has joined already, a later record does not take apart."
)

READING = (
    "Every figure is what Eve would know if she really joined these records with all she has, by her rules and after "
    "your other releases. The wrong values added are made up, written like yours, and nobody's in this work."
)

SPACE = (
    "Plans are made of up to three records that hang together; they arrive after all that Eve holds, in a set "
    "order.\n\n"
    "Each is the cheapest record that Eve joins to one of the three joined records that tell most about you. Or it "
    "joins such a one to one or two of the eight strangers that mislead her most for their price, confirms least of "
    "what she doubts, or contradicts you where she minds that.\n\n"
    "Where names need only be alike, cheapest means: by names that they have, or that are put together from two of "
    "them. A name found otherwise could be cheaper.\n\n"
    "It says at most one wrong thing of each kind you allow: none that comes near the truth by your measure, and "
    "none of a kind by which she could come to join others. It fills in only fields that the recipient's form has: "
    "what such forms ask for, and what you gave there before.\n\n"
    "**Proved** means that of all these plans none for that effort leaves her less; of other records it says "
    "nothing.\n\n"
    "It can be proved under every policy that adds what it merges. Where Eve lets later values replace earlier ones, "
    "all plans have to be tried; where they are too many, you see the best found.\n\n"
    "The **papers' heuristic** (Whang & Garcia-Molina 2011, Section 3.2) tries less: one record of your own, or one "
    "that ties in two strangers, with wrong facts by falling weight."
)

ONLY_SELF = (
    "Under this rule a record can join one person only, whatever it says: representativity and negative "
    "representativity are both proved. So no stranger can be tied in, and only records about you alone can help "
    "(Whang & Garcia-Molina 2011, Section 3.2)."
)

EFFECTS = (
    "**In this plan**: what the record takes from what Eve knows, the others being given as well. **Alone**: what it "
    "takes if it is the only one. The further below zero, the better for you."
)

BACKFIRES = (
    "These records of Eve's would make it worse if they were tied to yours: they hold facts of yours that she does not "
    "connect with you yet. Avoid anything that could join them."
)

NO_RECIPIENT = "Pick somebody to whom you could say something wrong; without anybody there is no plan."

NO_KIND = "Pick at least one kind of record; without any there is no plan."

NO_RECORD_JOINS = (
    "No record that this recipient's form has the fields for would be joined to what tells most about you there, or "
    "nothing there tells about you."
)

QUESTION = "What would it take back if you also gave Eve something wrong?"

HARMFUL = ":red[:material/gavel:] **Do not tell these anything wrong unless you are sure that it harms nobody**"

LAWFUL = (
    ":orange[:material/gavel:] Use what is lawful: an alias at a shop, a masked card, a throw-away number or mail "
    "address, a nickname in a loyalty programme. Do not state false things to authorities, banks, insurers or "
    "employers, and never use a real other person's data: that can be an offence, and it harms them."
)

BY_FACT = (
    "One more record that Eve will join to yours, carrying wrong but believable values: they dilute what she has "
    "right. The curve shows how much each further one does."
)

BY_FACT_LINK = (
    "A record that matches both yours and a stranger's has Eve take the two for one person, and mix the stranger's "
    "facts into yours."
)

NOTHING_MATCHES = (
    "There is no record of the kinds you picked that Eve would join to yours: her policy joins none, or she has "
    "nothing right. So there is nothing for such disinformation to dilute."
)
