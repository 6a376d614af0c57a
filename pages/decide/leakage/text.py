"""The standing texts of The figure."""

QUESTION = "How much does Eve know about you?"

DEFINITION = (
    r"$L(R, e, E) = \max_{r \in E(R)} \mathbf{E}\left[\frac{2\,X}{W_e + Y}\right]$ — the highest, over Eve's "
    "joined records r, of the expected F1 of r against your profile e: X is the weight of what r has right, "
    "Y of all it says, $W_e$ of your profile. Whang & Garcia-Molina 2012, Definitions 1 and 2."
)

# The figure.

NO_SHARE = (
    "This is not simply the share she knows: some facts count more than others, and wrong ones lower it. A record is "
    "one account of yours, or one row of a list that Eve has anyway."
)
IN_DOUBT = ", some of it in doubt"
NO_RECORD = "Eve matched no record to you."
ALL_POOL = "All companies share their data."
KNOWS_MOST_NAMED = "The one who knows most: {name}."
ONE_ORDER = "For this Eve the order of the records matters: she may come to other figures too."
TO_PLAN = "See what to do"
WHICH_EVE = "Choose how carefully Eve matches records."
KNOWS_MOST = "You see the Eve who knows most. Choose how carefully Eve matches records."
SHOWN = " (shown)"
THIS_EVE = "You are looking at this Eve."
SHOW_EVE = "Look at this Eve."

TO_REQUESTS = "Save what came, or send a reminder"

# Her records.

WHY = "Why one person"
WHO = "Who knows how much"

OTHER_RECORDS = "Another of Eve’s records"
NOTHING_TRUE = "None of these records says anything true about you."
ONE_RECORD = "This is a single record. Eve matched it with nothing."
OPEN_VALUE = "Open a shared value to see its accounts"
NOT_ALL_OPENED = "The picture shows {drawn} of these accounts. Data lists the other {left:,} too."

EACH_JOIN = "Details: every match"
JOINS_TABLE = "Every match with the rule and the values behind it"
FIRST_JOINS = "These are the first {shown:,} of {all:,} matches."
WHICH_JOIN = "Evidence for the match of"
WATERFALL_HELP = (
    "Each bit doubles the odds that the two are one person. It begins with how likely that is of any two records, and "
    "what each detail says is added. Fellegi & Sunter 1969."
)
JOINED_BEFORE = "{owner} made this match before sharing."
JOINED_AFTER = "Eve made this match from what was shared."
BEFORE = "They are one person, before Eve compares anything"
AFTER = "They are one person, after Eve has compared everything"
APART = "What if Eve had not matched two of them?"
WITH_THEM_APART = "Eve would know"

# Who knows how much.

MORE_ALONE = "These {drawn} know most alone, of {all:,} companies. Each of the other {rest:,} knows {most} or less."

# What gives most away.

WHICH_MATTERS = "What gives most away?"
BY_ACCOUNT = "By account"
BY_COMPANY = "By company"
BY_FACT = "By fact"
ONE_MORE_FACT = "One more fact"
WITHOUT_SOME = "Without some"

WHICH_ACCOUNT = "Which account gives most away?"
WHICH_COMPANY = "Which company gives most away?"
WHICH_FACT = "Which fact gives most away?"

WAYS = {"alone": "One at a time", "fair": "Fair share"}
LEFT_OUT_OR_FAIR = {
    "alone": "Each bar leaves out one and keeps the rest. Two that say the same both count as nothing.",
    "fair": "The fair share: what each adds on average, in whatever order they came. Two that say the same go halves.",
}
SHARES_HELP = (
    "Bars to the left lower the figure, so they protect you. The fair share is the Shapley value: the shares add up to "
    "what Eve knows, less what her other records say by themselves."
)
IDLE = "{others} make no difference."
NONE_MATTERS = "None makes a difference by itself. Several together may."
GREATEST_DRAWN = "The {drawn} greatest of {all:,} are drawn; Data lists all."
REST_TOGETHER = "The others come to {points} together."
REST_EACH = "Each of the others makes {points} points of difference at most."
SAMPLED = "Estimated from random orders: right to ±{margin} points, 95 times in 100."
ONE_MORE_HELP = "How much the figure would move if Eve learned one more fact, or believed one more wrong one."
LEAVE_OUT = "Leave out"
PICK_ACCOUNTS = "Pick accounts"
WITHOUT_THEM = "Without them, Eve would know"
