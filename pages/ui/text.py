"""The standing texts of the pages."""

START_QUESTION = "A dashboard for one person, on this machine only. It sends nothing anywhere."

START = (
    "You give bits of yourself away all the time: a card number to a shop, a phone number to an employer, a date "
    "of birth to an airline. **Eve**, an adversary, may put the bits together.",
    "Say who you are and what you gave to whom, and choose how Eve decides that two records are the same person. "
    "You then see in one figure how much of you she knows, what your next release would add, and what "
    "disinformation would take back.",
    "**Values need not be real.** Only equality counts, so a nickname such as *main card* or *old phone* does as "
    "well as the number itself, as long as you use the same nickname everywhere.",
)

OWN_WORK = (
    "Three steps: your **profile**, your **releases**, then the **adversary**. Five minutes are enough for a "
    "first figure."
)

REALISTIC = (
    "Someone with 25 facts, 15 releases to 12 recipients, and two hundred strangers among whom Eve must find "
    "them. All of it is invented."
)

EXAMPLES = (
    "Every worked example of Whang & Garcia-Molina's two papers, with their letters and values. Open one and each "
    "page shows the paper's figure."
)

PROFILE_QUESTION = "What is true about you? This is the reference record e that everything else is measured against."

PROFILE_HELP = (
    "One row a fact; a label may have several values (two phones, three cards). Leave the weight empty to take the "
    "suggested one. Values may be nicknames."
)

WEIGHTS = (
    "A weight says how much a label matters to you against the others; only ratios count, and all values of one "
    "label weigh the same. The suggested scale: **1** stands in a phone book; **2** reaches you; **3** can be used "
    "to rob or follow you; **5** identifies you for life or can be held against you. A heavier fact raises leakage "
    "more where Eve has it right, and lowers it more while she lacks it."
)

RELEASES_QUESTION = "What have you given away, and to whom?"

MATRIX_HELP = (
    "One column a release. Enter **1** where you gave a fact and the recipient is sure of it, a lower confidence "
    "such as **0.6** where they only suspect it, and leave the cell empty where you gave nothing."
)

OWN_VALUES_HELP = (
    "Anything a release said that is *not* in your profile: an old address, an alias, a typo. To Eve it looks like "
    "any other fact, and it makes her less right about you."
)

CSV_HELP = (
    "Columns: release, recipient, label, value and, if you like, confidence and date; one row a fact. Values that "
    "stand in your profile count as true, all others as not yours."
)

ADVERSARY_QUESTION = "How does Eve decide that two records are the same person, and who shares data with whom?"

POLICY_HELP = (
    "A policy is what entity resolution calls match rules. Two records are joined as soon as one rule holds, and a "
    "joined record goes on matching with all it has gathered."
)

POOLING_HELP = {
    "together": "Everybody you gave something to shares it with Eve: the worst case.",
    "alone": "Nobody shares. Each recipient is a small Eve with its own releases; the figure is the worst of them.",
    "coalitions": "The recipients you group below share within their group; the others stand alone.",
}

BACKGROUND_HELP = (
    "Records about other people, or of unknown origin, that Eve holds besides your releases: a phone book, a leaked "
    "customer list. They can be joined to yours by mistake, which lowers what she gets right."
)

PLANNED_QUESTION = "You are about to give something away. Which way of doing it tells Eve least?"

DISINFORMATION_QUESTION = "What would it take back if you also gave Eve something wrong?"

LAWFUL = (
    "Use what is lawful: an alias at a shop, a masked card, a throw-away number or mail address, a nickname in a "
    "loyalty programme. Do not state false things to authorities, banks, insurers or employers, and never use a "
    "real other person's data: that can be an offence, and it harms them."
)

SELF = (
    "**Self disinformation**: one more record that Eve will join to yours, carrying wrong but believable values. "
    "They dilute what she has right."
)

LINKAGE = (
    "**Linkage disinformation**: a record that matches both yours and a stranger's, so that Eve takes the two for "
    "one person and mixes the stranger's facts into yours."
)

NO_PLAN = (
    "Add an alternative for each way of doing it: paying with one card or the other, buying at this shop or at that "
    "one, leaving a field blank. They are compared side by side."
)

NOTHING_MATCHES = (
    "No record can be made that Eve would join to yours: her policy joins nothing, or she has nothing right. There "
    "is nothing for disinformation to dilute."
)
