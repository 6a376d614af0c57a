"""The standing texts of the About me page."""

from collections.abc import Mapping

from leakage.workspace.person import Basis, Reader

QUESTION = "What is true about you?"

PROFILE_HELP = (
    "One fact per row. You can have two phones. A nickname such as *main card* works as well as the number: use the "
    "same one everywhere."
)

PERSON_HELP = "Nearly everybody has these facts. Type yours, leave them blank, or tick what you don't have."

VALUE_HELP = "The true value, or a nickname for it. If you correct it, it changes wherever you gave it."

USE_HELP = "What someone can do with it, by its weight."

FURTHER, FURTHER_HELP = "More about you", "A second phone, a third card, or any other fact. Empty rows are ignored."

ADD, ADD_PLACEHOLDER, ADD_NOTHING = "Add facts", "Pick kinds of facts, such as Phone", "Pick a kind of fact first."

LABEL, LABEL_HELP = "Kind of fact", "Any word will do. The list above has suggestions."

OFFER = "**Most people have more facts than you entered.** Until you add them, Eve is measured only against yours."

OFFER_BUTTON = "Add the {facts} nearly everybody has"

OFFER_HELP = (
    "You need not type them. This also adds the everyday Eves and what your accounts probably have. Undo takes it back."
)

FACTS, FACTS_TYPED = "{facts} about you.", "{facts} about you, {typed:,} with a value."

FACTS_HELP = "The papers call them the reference record e. What Eve knows is measured against it."

WEIGHTS = "How much each fact counts"

EVIDENCE = "Why some facts count more"

VALUES_MATTER = "Type the values: for this Eve {readers}."

READERS: Mapping[Reader, str] = {
    "rule": "values can match without being equal",
    "merge": "some values may be dropped when she combines records",
    "near misses": "near misses count in part",
    "rarity": "rare values count more",
}

BASES: Mapping[Basis, str] = {
    "measured": "Measured: people were asked about it.",
    "mixed": "Partly measured, partly by analogy.",
    "analogy": "By analogy with facts that people were asked about.",
}
