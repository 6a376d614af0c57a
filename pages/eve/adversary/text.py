"""The standing texts of the Adversary page."""

from leakage.workspace.everyday import ALONE, BROKER, CORPORATIONS, EVERYONE, INVESTIGATOR

QUESTION = "How does Eve decide that two records are the same person, and who shares data with whom?"

FOLLOW_WORST = (
    "You do not know which Eve it is. So the policy in use is the one of those below that knows most of you, and that "
    "is looked at anew after every edit, until you pick one."
)

POLICY_HELP = (
    "A policy is what entity resolution calls match rules. Two records are joined as soon as one rule holds, and a "
    "joined record goes on matching with all it has gathered."
)

SCORE_HELP = (
    "A score: agreeing on a value that one record in k has weighs log2 k bits, so a rare name tells more than a "
    "common one. Weights are learned from your releases and the background records."
)

EVIDENCE_HELP = (
    "**A careful Eve weighs.** What two records have in common makes it likelier that they are one person, what "
    "differs less likely. She joins them when it adds up to enough."
)

SLIDERS_HELP = (
    "How many times more often is it found among records of one person than among records of two? To the right it "
    "speaks for one person, to the left for two."
)

RARER_HELP = "Of a value as common as others are. A rare one weighs more, a common one less."

LEARN_HELP = (
    "Random pairs of your releases and the background records show how often two people agree. Among pairs that share "
    "a value, those of one person stand out, and show how often one person agrees: expectation maximisation "
    "(Winkler 2000)."
)

AS_BEFORE = "Too few pairs of one person to learn from, so the odds stay as they were: {}."

NOTHING_TO_LEARN = "She holds no records of other people: open some under *What else does she hold?*"

LEARN_CAUTION = "Look at it before you take it: few records can mislead."

ODDS_HELP = (
    "Odds of 1 to 1 are as likely as not, 19 to 1 are 95 %, 999 to 1 are 99.9 %. The odds before anything is compared "
    "are multiplied by what each row says. Fellegi & Sunter 1969."
)

SPLINK_HELP = (
    "The file that save_model_to_json writes, of Splink 4 or 5. How common a value is, is counted among the records "
    "that Eve may hold."
)

WITHOUT_HELP = (
    "The model can be used without. Then weights and probabilities differ from Splink's for every two records of which "
    "that says anything."
)

BYTEWISE_HELP = (
    "Older versions of DuckDB compare the bytes of a text. Letters such as é then weigh otherwise. The model does not "
    "say which version it was trained with."
)

MAPPING_HELP = "Which label is each column of the model?"

AGAINST_HELP = (
    "Without it she overlooks what differs, and every further release can only make a join likelier. With it the "
    "outcome may depend on the order in which she reads the records."
)

POOLING_HELP = {
    "together": "Everybody you gave something to shares it with Eve: the worst case.",
    "alone": "Nobody shares. Each recipient is a small Eve with its own releases; the figure is the worst of them.",
    "coalitions": "The recipients you group below share within their group; the others stand alone.",
    "releases": "She has the releases you pick below, and nothing else. Nothing you give out later reaches her, and no "
    "deletion takes anything back.",
}

WHAT_A_KIND_HAS = {
    "together": "Everyone pools everything.",
    "alone": "Each company only has what you gave it.",
    "coalitions": "Companies of one group pool what they have.",
}

WHAT_SHE_HAS = {
    ALONE: WHAT_A_KIND_HAS["alone"],
    CORPORATIONS: "Companies of one owner pool what they have.",
    EVERYONE: WHAT_A_KIND_HAS["together"],
    BROKER: "Companies that may sell or share your data pool it.",
    INVESTIGATOR: "Everyone pools everything, and she joins what she is 90 % sure of.",
}
"""By the name that an everyday Eve was given, as long as she still has that."""

LEAKED = "Somebody collects what leaked: {leaked} of your {all}."
NOTHING_LEAKED = "Somebody collects what leaked. So far nothing of yours, as far as you have imported."

EVERYDAY_OFFER = (
    "**Four Eves that people meet every day:** each company alone, corporations, everyone together, and who collects "
    "what leaked. They are added to yours, and you see how much each knows."
)

FURTHER = {
    BROKER: "Companies that may sell or share your data pool it; banks, doctors and offices do not.",
    INVESTIGATOR: "She reads everything and joins what she is 90 % sure of. A study found 68 % of the accounts it "
    "looked for, at 90 % precision, for about 3 dollars each (arXiv 2602.16800).",
}

CORPORATIONS_FOUND = (
    "One owner means that they could pool what they have; it does not say that they do. Change the groups above as you "
    "like: an import adds to them, and leaves what you changed."
)

RESOLVE_FIRST_HELP = (
    "A shop that knows you from two orders takes them for one person before it shares anything. A wrong phone number "
    "given to the shop is then part of what it pools, and can keep its records apart from your employer's. Background "
    "records are pooled as they stand. Whang & Garcia-Molina 2011, Section 1."
)

RESOLVE_FIRST_IDLE = (
    "With this adversary it changes nothing: nothing keeps apart what matches, so the order of joining does not matter."
)

BACKGROUND_HELP = (
    "Records about other people, or of unknown origin, that Eve holds besides your releases: a phone book, a leaked "
    "customer list. They can be joined to yours by mistake, which lowers what she gets right."
)

FILES_HELP = (
    "What is too much for memory can stay where it is: name a Parquet, CSV or DuckDB file on this computer. Naming it "
    "here says yes to reading it. It is only read, never copied into your work. Your work, your vault and saved copies "
    "remember its path and what its columns mean."
)

AGREE_FIRST = (
    "**May the program read this file?** Your work names it. The file stays untouched until you say yes. Say yes only "
    "if you know it: a copy from someone else can name any file."
)

AGREE_AGAIN = (
    "**This file has changed since you said yes. May the program read it as it is now?** So far the program has "
    "compared its size, date, beginning and end, and read nothing else."
)

WHEN_AGREED = (
    "If you say yes, the program reads its columns and counts its records. On every page it checks that the file is "
    "still the same. It reads all of it only when you index it. It changes nothing in the file, and nothing leaves "
    "this computer."
)

AGREED_FOR_VAULT = "Your yes holds for this vault on this computer. You are asked again when the file changes."

AGREED_IN_MEMORY = "Your yes holds until you close this tab. You are asked again when the file changes."

AGREE_BEFORE_INDEX = "First say for every file whether the program may read it."

INDEX_HELP = (
    "The records of all files are joined once, by the rules of each policy, and kept as an index that your account "
    "alone can read. It repeats what the files hold and is not encrypted. Cancelled or left, it goes on where it "
    "stopped."
)

COST_HELP = (
    "That is what made-up records took on two cores, so yours may take a multiple; on the way up to three times as "
    "much disk."
)

NO_ROOM = (
    "There is not enough room on the disk: {megabytes} MB more must be free for the index and for saving your vault."
)

INDICES_LEFT = "All indices on this computer, those of other works as well. The files stay as they are."

EXACT_HELP = (
    "Demand that both records have exactly the same values for these labels, not just one in common: the key set of "
    "Whang & Garcia-Molina 2011, Section 2.2."
)

PROPERTIES_HELP = (
    "The properties of Whang & Garcia-Molina 2011, Section 2.2. The more of them hold, the less work Eve has (Table 2 "
    "of the paper).\n\n"
    "Commutativity: which of two records comes first makes no difference. Associativity: of three, nor does which two "
    "are merged first. Increasing: merging loses nothing.\n\n"
    "Representativity: a merged record still matches all that its parts matched. Negative representativity: what did "
    "not match before never will. Monotonicity: a record that knows more matches all that one that knows less does."
)

RELIABILITY_HELP = (
    "Pairs near the dotted line are as often one person as she thinks. Above it she is too careful, below it too sure. "
    "The bars show where the true share lies 95 times in 100 (Wilson's interval)."
)

LABELLED_HELP = (
    "The list says whose records they are, so what agreeing is worth can be counted. Its columns must be called as "
    "your labels are."
)

QUALITY_HELP = (
    "Open a list of records of which you know whose they are, one row a record with a column that names the person. "
    "Eve's policy joins them, and is held against the truth: how many of her joins are right, and how many of the true "
    "ones she finds."
)
