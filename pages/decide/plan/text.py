"""The standing texts of the Plan page."""

QUESTION = "What should you do with the time you have, in which order, and what will it change?"

HELP = (
    "Each step takes back what it says once those above it are done. What you do alone is certain; a letter is granted "
    "or not, and its step counts that in. A fresh address counts on your giving it to nobody else: it then joins "
    "nothing, as if the field were blank."
)

STEP = "{takes}: takes back {back:.1f} points, then {after} is known."

NOT_PROVED = "Best found; no plan within these minutes can go below {lowest}, and maybe none comes near that."
PROVED = (
    "This is proved: no other set of these actions within the minutes and the money leaves less, by a tenth of a point."
)

ON_AVERAGE = "In 8 cases of 10 she will know between {low} and {high}: letters may be refused."

ABOUT = "The average is drawn, and right to {margin:.1f} points in 19 cases of 20."

LINKS = (
    "**Why** names the link that is cut: the shared value that no longer joins what is touched to the record that "
    "tells most about you. Or else it names the facts which that record loses."
)

EFFORTS = (
    "How many minutes does each take, and what does it cost? Deleting and objecting are multiplied by the effort of "
    "the release or recipient, as on the Erasure page."
)

ALIAS = (
    "A fresh address or number for each account, one of its own. Which accounts are worth the trouble first, against "
    "all adversaries chosen?"
)

AGAINST = (
    "You do not know which Eve it is. By default the plan is made against all policies that do something, and what "
    "counts is the one who knows most."
)

AS_EACH_HAS_IT = "Pick none, and each Eve pools as you set her up on the Adversary page. Picked ones hold for all Eves."

LEAKED = (
    "{names} only has what leaked. No deletion takes that back; a new value helps if you change it everywhere, and "
    "whoever has the old one keeps it."
)

ALONE = "What she would know after the best plan against her alone, of those looked at, within the same minutes."

WEIGHTS = (
    "Whoever you think more likely, or more harmful, may count for more: what each of them knows is taken times her "
    "weight. The weights are part of your work."
)

FILES_OF_ONE_TRUTH = (
    "This plan leaves out the files that she holds. If whoever has an old value keeps it, another value is true, and "
    "who in the files then tells most is not looked up."
)

NOT_ASKED = (
    "You can still ask each of them what they hold, have it corrected or have them stop sharing it, and change there "
    "what joins it to the rest. What has ended you can mark on the Erasure page: then it may be asked for."
)

CHANGING = (
    "Everywhere at once is one action that takes as long as all the changes in it. If whoever has the old value keeps "
    "it, changing it at one of them takes nothing back: what they have still joins, but is true no longer."
)
