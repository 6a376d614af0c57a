"""The standing texts of the Profile page."""

from collections.abc import Mapping

from leakage.workspace.person import Reader

QUESTION = "What is true about you? This is the reference record e that everything else is measured against."

PROFILE_HELP = (
    "One row a fact; a label may have several values (two phones, three cards). Values may be nicknames. A row without "
    "a value waits for it, and does not count."
)

PERSON_HELP = (
    "We start with what nearly everybody has. Type a value, leave it blank if you have one and don't want to type it, "
    "or tick that you don't have one."
)

VALUE_HELP = "The true value, or a nickname for it. A correction changes it wherever you gave it."

USE_HELP = "What someone can do with it, by its weight."

FURTHER_HELP = "A second phone, a third card, or any other fact. Empty rows are ignored."

OFFER = (
    "**Compare yourself with a full profile.** Today Eve is measured against the facts you entered; most people have "
    "more."
)

OFFER_HELP = (
    "You need not type them. This also adds the everyday Eves and what such places ask for; undo takes it back."
)

READERS: Mapping[Reader, str] = {
    "rule": "her rule compares more than equal values",
    "merge": "she may drop values when she merges",
    "near misses": "near misses count in part",
    "rarity": "rare values count more",
}
