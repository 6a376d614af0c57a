"""The standing texts of the page Eve."""

from leakage.workspace.everyday import ALONE, BROKER, EVERYONE, INVESTIGATOR, LIKELY

QUESTION = "Who puts your details together?"

FOLLOW_WORST = (
    "You do not know which Eve it is. So the one above who knows most is used, after every edit, until you pick one."
)

POLICY_HELP = (
    "Two records match as soon as one rule holds. A joined record goes on matching with all it has gathered. Papers "
    "call this a match rule, or a policy of entity resolution."
)

SCORE_HELP = (
    "Each detail on which two records agree counts as much as you say. When it adds up to enough, she joins "
    "the records."
)

EVIDENCE_HELP = (
    "**A careful Eve weighs.** What two records share makes it likelier that they are one person; what differs makes "
    "it less likely. She joins them when it adds up to enough."
)

SLIDERS_HELP = (
    "How many times more often does this happen with records of one person than with records of two? Right speaks for"
    " one person, left for two."
)

RARER_HELP = "For a value of average frequency. A rare value weighs more, a common one less."

ODDS_HELP = (
    "Odds of 1 to 1 are 50 %, 19 to 1 are 95 %, 999 to 1 are 99.9 %. The starting odds are multiplied by what each "
    "row says. Fellegi & Sunter 1969."
)

AGAINST_HELP = (
    "Off, she ignores what differs, and every new account can only make a join likelier. On, the outcome may depend "
    "on the order in which she reads the records."
)

POOLING_HELP = {
    "together": "Everyone you gave something to shares it with Eve: the worst case.",
    "alone": "Nobody shares. Each company is a small Eve of its own; the figure is the worst of them.",
    "coalitions": "Companies of one group share what they have; all others stand alone.",
    "releases": "She has only the accounts you pick below. What you give out later never reaches her, and "
    "deleting takes nothing back.",
}

WHAT_A_KIND_HAS = {
    "together": "Everyone shares everything.",
    "alone": "Each company only has what you gave it.",
    "coalitions": "Companies of one group share what they have.",
}

WHAT_SHE_HAS = {
    ALONE: WHAT_A_KIND_HAS["alone"],
    LIKELY: "Companies of one owner share what they have, and so do those that may sell it. All have what leaked.",
    EVERYONE: WHAT_A_KIND_HAS["together"],
    BROKER: "Companies that may sell or share your data do.",
    INVESTIGATOR: "She reads everything and joins what she is 90 % sure of.",
}
"""By the name that an everyday Eve was given, as long as she still has that."""

LEAKED = "She collects what leaked: {leaked} of your {all}."
NOTHING_LEAKED = "She collects what leaked. None of your accounts has, as far as you have imported."

EVERYDAY_OFFER = (
    "**Four everyday Eves:** each company alone, corporations, everyone together, and a collector of leaks. Add them "
    "to see how much each knows."
)

FURTHER = {
    BROKER: "Companies that may sell or share your data do; banks, doctors and offices do not.",
    INVESTIGATOR: "She reads everything and joins what she is 90 % sure of. A study found 68 % of the accounts it "
    "looked for, at 90 % precision, for about 3 dollars each (arXiv 2602.16800).",
}

CORPORATIONS_FOUND = (
    "Companies with one owner could share what they have. Change the groups above as you like: an import adds new "
    "companies and keeps your changes."
)

RESOLVE_FIRST_HELP = (
    "A shop that knows you from two orders joins them before it shares anything. A wrong phone number you gave the "
    "shop is then part of what it shares, and can keep its record apart from your employer's. Whang & Garcia-Molina "
    "2011, Section 1."
)

RESOLVE_FIRST_IDLE = "For this Eve it changes nothing: the order of joining does not matter to her."

BACKGROUND_HELP = (
    "Such as a phone book or a leaked customer list. Eve may take one of them for yours, which lowers what she gets "
    "right."
)

EXACT_HELP = (
    "Both records must have exactly the same values here, not just one in common: the key set of Whang & Garcia-"
    "Molina 2011, Section 2.2."
)

PROPERTIES_HELP = (
    "The properties of Whang & Garcia-Molina 2011, Section 2.2. The more of them hold, the less work Eve has (Table 2 "
    "of the paper).\n\n"
    "Commutativity: which of two records comes first makes no difference. Associativity: of three, nor does which two "
    "are merged first. Increasing: merging loses nothing.\n\n"
    "Representativity: a merged record still matches all that its parts matched. Negative representativity: what did "
    "not match before never will. Monotonicity: a record that knows more matches all that one that knows less does."
)

QUALITY_HELP = (
    "Open a CSV list of records whose people you know: one record per row, and a column that names the person. You "
    "see how many of her joins are right, and how many true ones she finds."
)

# Headings, buttons and folds.

WHICH = "Which Eve?"
SHARING = "Who shares with whom?"
MORE = "More about Eve"
RULES = "How she matches records"
HOLDS = "What else she has"
COMPARE = "Compare all Eves"
PROPERTIES = "What always holds for her rules"
QUALITY = "How often is she right? Try her on a list"
MORE_KINDS = "Add another Eve"
GAINS = "Who would learn most from whom"

ALWAYS_WORST = "Always the one who knows most"
IN_USE = " (in use)"
IN_USE_HELP = "This Eve is in use."
USE_HELP = "Use this Eve on every page."
MORE_EVES = "{more} under *How she matches records*."
ADD_EVERYDAY = "Add the four everyday Eves"

EDITED_EVE = "Eve"
NO_POLICY = "None yet: Eve joins nothing"
NO_FORM = "These rules say more than this form can show. They are used as they are."
NEW, NEW_NAME = "New Eve", "My Eve"
REMOVE = "Remove this Eve"
NOTHING_TO_REMOVE = "There is no Eve to remove."
JOINS = "To her, this makes two records one person: {rules}."
JOINS_NOTHING = "She joins no records: she has no rule yet."

FROM_JOINING_HELP = "How much more she knows than from any one record."
JOINED_HELP = "How many records she joins for the figure."
ORDER_HELP = "Whether the outcome depends on the order in which she reads the records."
COMPARE_ALT = "What each Eve would know, and what it costs her"
NOTHING_JOINED = "She joins nothing, so there is nothing to try."

LABELLED_FILE = "List of records as CSV"
LABELLED_COLUMN = "Which column names the person?"
LABELLED_GAP = "Every row needs a value in that column."

HOW_THEY_SHARE = "What companies do with your details"
TOGETHER, EACH_ALONE, GROUPS, ONLY_THESE = "All together", "Each alone", "In groups", "Only these accounts"
RESOLVE_FIRST = "Each company joins its own records before it shares"
WHICH_RELEASES = "Which accounts does she have?"
NONE_LEAKED = "None of yours"
OWNERS = "{owners} of several companies"
FIND_OWNERS = "Group by owner again"
FIND_OWNERS_HELP = "Groups all of them again, also those you took out. Undo takes it back."
GAINS_ALT = "What each company or group knows, and which other company would add most"

HAS_RECORDS = "Eve also has {records}."
REMOVE_RECORDS = "Remove all of them"
STRANGERS_FILE = "Look in a file for people who match your details"
STRANGERS_HELP = (
    "One person per row. Only rows that an Eve could join with your details are added, up to 50,000. Add every row of "
    "a CSV file on *Import*."
)
STRANGERS_PATH = "Or the path of a large file on this computer"
STRANGERS_PATH_HELP = "A CSV file, a Parquet file or a folder of Parquet files. It is read once, and only now."
STRANGERS_COLUMNS = "Say which detail each column holds; – leaves it out."
ADD_STRANGERS = "Add the rows that match"
STRANGERS_ADDED = "Read {read}. Added {came}."
STRANGERS_FIRST = "No more rows were read, because an Eve does not match by equal values alone."
NO_COLUMN = "Choose a detail for at least one column."
FIRST_RECORDS = "The first {most} are shown."
