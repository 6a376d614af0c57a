"""The standing texts of the Weights page."""

QUESTION = "How much does each fact count?"

HEADLINE = "Changing any one weight moves the score by at most {points:.1f} points"

HEADLINE_WHY = "Each of your weights was halved and doubled. {labels} {move} it most."

WEIGHTS_TAB, SENSITIVITY_TAB, RARITY_TAB, NEAR_TAB = (
    "Weights",
    "If a weight changes",
    "Rare values",
    "Near misses",
)

WEIGHTS = "A weight says how much a fact matters to you, compared with the others."

TOTAL = "Your facts weigh {total:g} together."

OWN, OWN_REASON = "My own weights", "You chose these yourself."

PRESET, PRESET_HELP = (
    "Which weights?",
    "This sets all weights at once; then change any of them below. A fact that the choice does not cover keeps its "
    "weight.",
)

WEIGHT_HELP = (
    "Only ratios count: a fact of weight 4 counts twice as much as one of weight 2. Empty a cell to get its usual "
    "weight back."
)

CHART = "What if a weight were half or twice as much?"

AXIS = "how much Eve knows (dotted: now)"

SENSITIVITY = "The longer a row, the more your choice of that weight matters."

REST = "{facts} more move it less."

NO_DIFFERENCE = "{facts} more make no difference."

NONE_MOVES = "No weight changes how much Eve knows."

RANKING = "Details: does another account come first?"

NEAR = (
    "If you are 30, a guess of 31 tells Eve more than a guess of 80. List the facts for which her nearest wrong guess "
    "counts in part."
)

RARITY = (
    "Being 99 narrows you down more than being 30. Count how many people share your values, and rare ones weigh more."
)

RARITY_TABLE = "Count the values in a CSV file"

RARITY_TABLE_HELP = (
    "One person per row. Columns named like your facts are counted. Only how often each value occurs is kept."
)

RARITY_SHARE_HELP = (
    "How many people have your value. One is added for each value seen, and one for all values not seen, so that no "
    "share is 0."
)

RARITY_BITS_HELP = "The self-information of your value: log2(1 / share). Several values count by their mean."

RARITY_CAPTION = (
    "The weight that counts is yours times the bits, divided by the mean bits of all your facts. A wrong value weighs "
    "what the true one does. A fact that nobody was counted for keeps your weight."
)

RARITY_NOTHING = {
    "background": "The other people Eve knows have no facts like yours, so all values count alike. Add such people "
    "on the page Eve.",
    "table": "Nobody was counted yet, so all values count alike.",
}
