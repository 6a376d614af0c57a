"""The sentences of the page Decoys."""

QUESTION = "What if you also gave Eve something wrong?"

LAWFUL = (
    ":orange[:material/gavel:] Use an alias at a shop, a masked card, a throw-away address or a nickname. Never state "
    "false things to authorities, banks, insurers or employers, and never use a real person's data: that can be an "
    "offence, and it harms them."
)

HARMFUL = ":red[:material/gavel:] **Give these nothing wrong unless you are sure that it harms nobody**"

KIND_WORDS = {
    "self": "about you, with wrong details",
    "linkage": "mixes you up with a stranger",
    "blocking": "keeps your records apart",
}

PLAN_NAMES = {
    "self": "Wrong facts",
    "linkage": "Wrong facts and a stranger's",
    "blocking": "A fact that keeps records apart",
}

# The answer.

HEADLINE = "Decoys for an effort of {budget:g}: {points:.1f} points lower"
NO_EFFORT = "No effort, no change"
MORE_EFFORT = "Eve knows {now} of you now. Move the slider to the right."
NO_HELP = "No decoy that would help was found for this effort"
KNOWS_NOW = "Eve knows {now} of you now"
WOULD_KNOW = "Eve would know {now} of you after “{expected}”"
AFTERWARDS = ", and {then} once she takes in these decoys."
BUDGET = "How much effort will you make?"
BUDGET_UNIT = "1 is filling in one field of a form."
BEST_FOUND = "Best decoys found for this effort."
HEURISTIC_SAME = "The papers' simpler heuristic finds as much."
HEURISTIC_WORSE = "The papers' simpler heuristic leaves her {then}, {more:.1f} points more."

NOTHING_MATCHES = (
    "Eve would join no decoy of the kinds you picked to your records: her rules join none, or she has nothing right."
)

# The decoys.

RECORD = "**Decoy {number}: {kind}**"
TO = "Give it to {recipient}{instead}. Effort: {cost}."
INSTEAD = " (or, with the same effect, {others})"
COST = "{whole:g} ({record:g} for the account, {rest:g} for its {facts})"
EFFECTS = "Together with the others: {within}. Alone: {alone}."
NO_EFFECT = "no change"
REASONS = {"target": "joins it to yours", "link": "joins it to a stranger's", "block": "wrong, keeps yours apart"}
BELIEVABLE = "wrong, believable"
COLUMNS = ("Detail", "Value", "Right or wrong", "Why")
RECORD_ALT = "Decoy {number}: what it says, what of it is wrong, and why"
NO_RECORDS = "Give nobody anything: this plan has no decoy."
OVERTAKEN = "More effort on these decoys would not help: another record tells most about you then."
BACKFIRES_ALONE = "Alone this decoy would backfire: Eve would know more than now."
IN_PART = ":orange[:material/warning:] **This works against you in part**"
CARRIED = "It also ties in true facts of yours that Eve has elsewhere: {labels}."
CONFIRMED = "It confirms what Eve doubts so far: {labels}."
STRANGER = "It states facts of a stranger. Look at what it could do, but never give out a real person's data."
ADD = "Compare these in Before I share"
ADD_HELP = "Adds them to the alternatives there. Nothing is given out by this."

# The chart.

CHART = "How far would decoys bring it down?"
EFFORT = "effort"
KNOWS = "how much Eve knows"

# What the person is ready to do.

TERMS = "What you are ready to do"
LABELS = "Which details may be wrong?"
LABELS_HELP = (
    "Bank accounts and health are left out at first: a false statement there can be an offence. Passwords, identity "
    "papers and licence plates are never offered. The heaviest details are used first, for they help most."
)
RECIPIENTS = "Who could you give something wrong?"
RECIPIENTS_HELP = (
    "Authorities, banks, insurers, doctors, employers, schools and the like are left out at first. Do not state false "
    "things there. You can still include them."
)
KINDS = "Which kinds of decoys?"
KINDS_HELP = (
    "The first adds wrong details to what Eve has on you: the papers' self disinformation. The second mixes a stranger "
    "into you: their linkage disinformation. It is left out at first, for it states facts of someone else. The third "
    "helps where Eve minds contradictions: a wrong detail keeps two of your records apart."
)
MOST = "Largest effort to look at"
MOST_HELP = "The best decoys for every effort up to this are found at once."
EXPECTED = "Before something you plan to share?"
EXPECTED_NONE = "no, as things are now"
EXPECTED_HELP = (
    "Given first, decoys can keep what you share next apart from what Eve knows, if she minds contradictions. They do "
    "not take apart what she has joined already."
)
PRICES = "Effort: {record:g} for each account, and {attribute:g} for each detail in it, right or wrong."
NO_RECIPIENT = "Pick at least one company or person to give something wrong."
NO_KIND = "Pick at least one kind of decoy."
EFFORT_TOO_SMALL = "The effort must be more than 0."

# Details.

DETAILS = "Details"
BEFORE_AND_AFTER = "Before and after"
MEANINGS = {"right": "right about you", "wrong": "wrong about you", "missing": "missing"}
WEIGHTS = (
    "In Eve's combined record that tells most about you. Weight is how much each fact matters to you, times how sure "
    "she is."
)
BACKFIRE_TITLE = "What would backfire"
BACKFIRES = (
    "These records of Eve's hold facts of yours she does not connect with you yet. Avoid anything that joins them."
)
SEARCHED = "What was searched"
READING = (
    "Each figure is what Eve would know if she joined these decoys with all she has, by her rules and after your other "
    "accounts. The wrong values are made up, written like yours, and belong to nobody in your work."
)
SPACE = (
    "Plans have up to three decoys that hang together. They arrive after all that Eve holds, in a set order.\n\n"
    "Each is the cheapest record that Eve joins to one of the three combined records that tell most about you. Or it "
    "joins such a one to one or two of the eight strangers that mislead her most for their price, confirms least of "
    "what she doubts, or contradicts you where she minds that.\n\n"
    "Where names need only be alike, cheapest means by names that the records have, or that are put together from two "
    "of them. A name found otherwise could be cheaper.\n\n"
    "A decoy says at most one wrong thing of each kind you allow: none that comes near the truth by your measure, and "
    "none by which Eve could come to join other records. It fills in only fields that the recipient's form has: what "
    "such forms ask for, and what you gave there before.\n\n"
    "Of all these plans you see the best that was found; there may be a better one.\n\n"
    "The **papers' heuristic** (Whang & Garcia-Molina 2011, Section 3.2; they say *disinformation*) tries less: one "
    "record of your own, or one that ties in two strangers, with wrong facts by falling weight."
)
ONLY_SELF = (
    "Under this rule a record can join one person only, whatever it says: representativity and negative "
    "representativity are both proved. So no stranger can be tied in, and only decoys about you alone can help "
    "(Whang & Garcia-Molina 2011, Section 3.2)."
)
