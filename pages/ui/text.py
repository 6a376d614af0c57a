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

SCORE_HELP = (
    "A score: agreeing on a value that one record in k has weighs log2 k bits, so a rare name tells more than a "
    "common one. Weights are learned from your releases and the background records."
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

LEFT_OUT_OR_FAIR = {
    "alone": "Each bar leaves out one release, or one fact of the joined record, and keeps all else. The bars need not "
    "add up to the whole: two releases that tell the same contribute nothing each while the other stands.",
    "fair": "The fair share (Shapley value) is what a release or fact adds on average over all orders in which they "
    "may have come: two that tell the same go halves, and all shares together make up what Eve knows, less what her "
    "background records tell by themselves.",
}

ERASURE_QUESTION = "Which of the things you gave away are most worth having deleted?"

ERASURE_HELP = (
    "Close an account, opt out, or send a right-to-erasure request. Nothing is sent from here: the page says whom it "
    "pays to ask. It counts on the recipient really deleting, and on nobody having copied the data before. What a bank "
    "or an employer must keep by law will be refused: mark it as refused below, and the plans do without it."
)

ERASURE_STATUS = (
    "Mark what you have **asked** for, what was **done** and what was **refused**. What is done counts no longer, on "
    "any page; what was refused is not proposed again."
)

EFFORTS = (
    "How much trouble is each request, against the others? 1 is the usual; a bank that wants a letter may be 3. Effort "
    "must be more than 0."
)

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

LABORATORY_QUESTION = "Does the measure behave as the paper says, and which algorithm computes it fastest?"

TRENDS = (
    "Random records are made about a random person, and measured. What to see: leakage **rises** with what is copied "
    "and with how sure Eve is, and **falls** with what is copied wrongly. 0 % is nothing known, 100 % "
    "everything known and nothing wrong."
)

GENERATOR = (
    "A person e has n facts. Each record copies each of them with probability $p_c$; each copy goes wrong with "
    "probability $p_p$; for each fact a bogus one is added with probability $p_b$; Eve's confidences are drawn evenly "
    "from 0 to m. Whang & Garcia-Molina 2012, Section 6; the sliders begin at the basic values of their Table 4. All "
    "points of a curve share the same random draws, so what moves between them is due to the parameter alone."
)

RACE = (
    "Every algorithm measures the same record, first of one fact, then of more and more. What to see: possible worlds "
    "double with each fact and drop out first, Algorithm 1 grows steeply, and the exact integral keeps pace with the "
    "Taylor approximation, which is not exact. Lower is faster; a slope of 1 means twice the facts take twice the "
    "time."
)

RACE_HELP = (
    "Measured on this machine just now, so two runs differ a little; the median of up to five runs counts, and an "
    "algorithm leaves at the first run above the budget. Slopes are fitted to the last points only (n within a factor "
    "of eight), for with few facts it is the call that takes the time."
)

TABLE_5 = (
    "How far is the paper's Taylor approximation from the exact leakage? What to see: with constant weights a few "
    "millionths, as printed; with ten facts of random weights about a hundredth of a percent. The integral agrees with "
    "the paper's own exact algorithms to about 15 digits, for any weights. Smaller errors are better."
)

TABLE_5_LIMITS = (
    "**The errors can be reproduced, the levels cannot**: the paper's random draws were not published. Its figures are "
    "the leakage of the most telling of 10,000 records, not the mean, which would be the same 10 % for n = 100 and "
    "n = 200. Another draw has another most telling record, which is why a range is shown. For n = 200 and for "
    "m = 1 the printed levels lie below the most telling record of each of a hundred draws of ours; nothing printed "
    "says why. The greatest printed error, 0.006 % in the last row, is that of one draw: in a hundred draws of ours it "
    "was at most 0.04 %, and in thirty of them below 0.006 %."
)

ONE_RECORD = (
    "Set how sure Eve is of each value. Her confidence is the probability that the record really holds it; what it "
    "may hold are its possible worlds, and leakage is the mean of their F1. What to see: the red line stands where "
    "the grey bars balance. Higher means that she knows more."
)

NEXT_MOVE_QUESTION = "Which fact would Eve verify next? Those are the facts most worth denying confirmation."

NEXT_MOVE = (
    "Eve does not know the truth; she only knows how sure she is. Making sure of a fact (a call, a bribe, a reply to a "
    "tricky mail) costs her one less her confidence, and makes her joined record more certain. She goes for the most "
    "certainty for the cost. **Do not confirm what stands on top**: neither on the phone nor in a form that asks you "
    "to check your data. If she checked a fact that is wrong, she would find that out: it protects you as long as she "
    "does not."
)

FINDINGS_QUESTION = "Eve thinks of you as somebody. What does she find, step by step, and what does she believe then?"

WEIGHTS_QUESTION = "How is leakage weighed, and how much hangs on each weight?"

NEAR = (
    "Usually a value is right or wrong. For labels listed here a near miss counts in part: if you are 30, Eve's guess "
    "of 31 tells her more than a guess of 80. Of several near misses for one fact only the nearest counts."
)

RELATED = (
    "Facts may overlap. If phone and address both tell the area you live in, name what they share: Eve then gets that "
    "part once, from either. If labels tell the very same, such as age and date of birth, leave *share* empty: they "
    "are counted once."
)

RUN_DONE = "Done. The same values give the same result: change one to run again."

EXACT_HELP = (
    "Demand that both records have exactly the same values for these labels, not just one in common: the key set of "
    "Whang & Garcia-Molina 2011, Section 2.2."
)

PROPERTIES_HELP = (
    "The properties of Whang & Garcia-Molina 2011, Section 2.2. Representativity: a merged record still matches all "
    "that its parts matched. Negative representativity: what did not match before never will. The more of them hold, "
    "the less work Eve has (Table 2 of the paper)."
)

QUALITY_HELP = (
    "Open a list of records of which you know whose they are, one row a record with a column that names the person. "
    "Eve's policy joins them, and is held against the truth: how many of her joins are right, and how many of the true "
    "ones she finds."
)

NO_DIPPING = (
    "Eve does not search this way: her policy has no rule, or it compares single records only. Give it a rule that "
    "merges."
)

GATE_QUESTION = "There is a vault on this machine. Without its passphrase nothing in it can be read or changed."

NO_RECOVERY = "Nobody can recover a forgotten passphrase: not this program, not its makers."

CHOOSE_WELL = f"{NO_RECOVERY} Take one of several words that you will not lose."

MEMORY_HELP = "The vault stays closed. What you enter is lost with a refresh, unless you save a copy."

VAULT_QUESTION = "Where is what you entered, and who can read it?"

VAULT = (
    "A vault is one encrypted file on this machine. Every change is saved in it at once, so a refresh, a crash or a "
    "restart loses nothing, and without the passphrase nobody can read it. The last ten versions are kept."
)

VAULT_NAME_HELP = "Anybody who can read the folder can read the name, so do not put your own into it."

BRING_IN_HELP = "Where this vault is here already, the file becomes one of its earlier versions; nothing is replaced."

RESTORE_HELP = "It becomes the newest version; what you have now stays among the earlier ones, and undo leads back too."

PASSPHRASE_HELP = (
    "All versions are encrypted anew; damaged ones are removed. Copies you keep elsewhere still open with the old one."
)

CONFLICT_HELP = (
    "Another tab or window saved this vault after you opened it here. Nothing is lost whichever you choose: the other "
    "one stays among the earlier versions on the Vault page. Until you choose, nothing more is saved here."
)

NOT_ENCRYPTED = "Not encrypted: whoever gets that file reads everything in it."
