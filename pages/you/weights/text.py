"""The standing texts of the Weights page."""

QUESTION = "How is leakage weighed, and how much hangs on each weight?"

WEIGHTS = (
    "A weight says how much a label matters to you against the others; only ratios count. All values of one label "
    "weigh the same, unless you let rare values count more. A heavier fact raises leakage more where Eve has it "
    "right, and lowers it more while she lacks it.\n\n"
    "The suggested scale: **1** stands in a phone book; **2** reaches you; **3** can be used to rob or follow you; "
    "**5** identifies you for life or can be held against you."
)

NEAR = (
    "Usually a value is right or wrong. For labels listed here a near miss counts in part: if you are 30, Eve's guess "
    "of 31 tells her more than a guess of 80. Of several near misses for one fact only the nearest counts."
)

RELATED = (
    "Facts may overlap. If phone and address both tell the area you live in, name what they share: Eve then gets that "
    "part once, from either. If labels tell the very same thing, such as age and date of birth, leave *share* empty: "
    "they are counted once."
)

RARITY = (
    "It tells less that somebody is 30 than that somebody is 99. Among other people one can count how many share a "
    "value of yours. The fewer they are, the more it weighs."
)

RARITY_TABLE_HELP = (
    "One row a person; columns named like your labels are counted, others are left out. What is kept with your work "
    "is how often each value occurs."
)

RARITY_SHARE_HELP = (
    "How many of those with such a fact have your value. One is added for each value seen, and one for all that were "
    "not seen, so that no share is 0."
)

RARITY_BITS_HELP = "The self-information of your value: log2(1 / share). Of several values their mean."

RARITY_CAPTION = (
    "The weight that counts is yours times the bits, against the mean bits of all your facts. Eve's wrong value weighs "
    "what the truth there does. A label that nobody was counted for keeps your weight."
)

RARITY_NOTHING = {
    "background": "No background record tells one of your labels, so all values count alike. You add background "
    "records on the page about the adversary.",
    "table": "Nobody was counted yet, so all values count alike.",
}
