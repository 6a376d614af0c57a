"""The sentences of the disinformation page."""

PRICES = (
    "What is it to you to make one more record, and to state one more fact in it? The unit is your own: 1 may be the "
    "trouble of filling in one field of a form. A social profile that has to look lived-in may be 8, an order at a "
    "shop 2. A record costs its own price and the price of every fact in it, right or wrong. No price may be "
    "negative, and a record must not come for nothing."
)

KINDS_HELP = (
    "Self: a record that joins yours and says something wrong. Linkage: it ties a stranger's record to yours; left out "
    "at first, because it states facts of somebody else. Blocking: where Eve minds contradictions, a wrong fact that "
    "keeps two of your records apart."
)

MEANINGS = {"right": "right about you", "wrong": "wrong about you", "missing": "missing"}

KIND_WORDS = {"self": "self", "linkage": "linkage", "blocking": "blocking"}

RECIPIENTS_HELP = (
    "Recipients whose names sound official, and your employer, are left out at first: do not state false things there."
)

BUDGET_HELP = "Up to this budget the best plans are sought, all at once; the slider below then moves between them."

EXPECTED_HELP = (
    "Disinformation given before a release can keep it apart from what Eve knows, where she minds contradictions. What "
    "she has joined already, a later record does not take apart."
)

READING = (
    "Every figure is what Eve would know if she really joined these records with all she has, by her rules and after "
    "your other releases. The wrong values added are made up, written like yours, and nobody's in this work."
)

SPACE = (
    "Plans are made of up to three records that hang together. Each is the cheapest record that Eve joins to one of "
    "the three joined records that tell most about you, or to such a one and one or two of the eight strangers that "
    "mislead her most for their price; and it says at most one wrong thing of each kind you allow. Among all these the "
    "search finds the best for every budget; where it says proved, it has ruled out all others. The **papers' "
    "heuristic** (Whang & Garcia-Molina 2011, Section 3.2) tries less: one record of your own, or one that ties in two "
    "strangers, with wrong facts by falling weight."
)

ONLY_SELF = (
    "Under this rule a record can join one person only, whatever it says: representativity and negative "
    "representativity both hold. So no stranger can be tied in, and self disinformation is all that can help (Whang & "
    "Garcia-Molina 2011, Section 3.2)."
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

NO_RECORD_JOINS = "No record given to this recipient would be joined to yours: it reaches nothing that tells about you."
