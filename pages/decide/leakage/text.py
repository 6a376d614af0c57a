"""The standing texts of the Leakage page."""

QUESTION = "How much of you does Eve know once she has connected the dots?"

DEFINITION = (
    r"$L(R, e, E) = \max_{r \in E(R)} \mathbf{E}\left[\frac{2\,X}{W_e + Y}\right]$ — the highest, over Eve's "
    "joined records r, of the expected F1 of r against your profile e: X is the weight of what r has right, "
    "Y of all it says, $W_e$ of your profile. Whang & Garcia-Molina 2012, Definitions 1 and 2."
)

NO_SHARE = "Leakage is not simply the share she knows: facts weigh differently, and wrong ones lower it."

ONE_ORDER = (
    "For this Eve the order in which she reads the records matters, so the figure is one of several that she may come "
    "to."
)

WHICH_EVE = "You do not know which Eve it is. Press a figure to look at that one."

KNOWS_MOST = "You do not know which Eve it is. Until you press another figure, you see the one who knows most."

BELIEVED_HELP = (
    "The figure at the top takes her joins for certain. Here each way to sort the records by person is as likely as "
    "the evidence for every two of them makes it, and what she knows is averaged over all ways: "
    r"$\mathbf{E}_\pi[\max_{C \in \pi} L(C, e)]$. Records joined are united, whatever her merge."
)

NOT_BELIEVED = (
    "How surely she knows it cannot be said of this Eve: not evidence alone joins records, and what else does has no "
    "probability."
)

LEFT_OUT_OR_FAIR = {
    "alone": "Each bar leaves out one release, or one fact of the joined record, and keeps all else. The bars need not "
    "add up to the whole: two releases that tell the same contribute nothing each while the other stands.",
    "fair": "The fair share (Shapley value) is what a release or fact adds on average over all orders in which they "
    "may have come: two that tell the same go halves, and all shares together make up what Eve knows, less what her "
    "background records tell by themselves.",
}

COST_WITH_FILES = "What it costs Eve is not told where files are counted: only what matters of them was looked up."
