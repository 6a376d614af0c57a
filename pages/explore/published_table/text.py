"""The standing texts of the page about published tables."""

QUESTION = "A table about many people was published “anonymised”. How safe is the person in it?"

COLUMNS = (
    "**Quasi-identifiers** are what others may know of a person: zip code, age, sex. Rows that agree in all of them "
    "form a **class**; whoever knows them finds the class, but not the row. The **sensitive** column is what nobody "
    "should learn that way."
)

MISSING_WORDS = {
    "value": "A value of its own",
    "anything": "May be anything",
    "dropped": "Drop the row",
}

MISSING_HELP = (
    "Some cells are empty. As a value of its own, an empty cell is the same as another empty one only. If it may be "
    "anything, the row belongs to every class it could fit. Or leave such rows out."
)

BEFOREHAND_HELP = (
    "Perhaps it was known already how common each value is at each age. Then a class tells only what goes beyond that. "
    "Every distance on this page is taken from what she believed of the class before (Ren & Li, Definitions 2 and 4); "
    "with nothing chosen that is the distribution of the whole table."
)

YARDSTICKS = (
    ("higher", "best", "so many people look alike in the smallest class"),
    ("higher", "best", "so many sensitive values occur in the class with fewest"),
    ("higher", "average", "the same, but values that hardly occur hardly count: 2 to the entropy"),
    ("higher", "worst", "the commonest value stays rarer than c times all but the l − 1 commonest"),
    ("higher", "worst", "how often the best guess of the value is wrong where it is wrong least"),
    ("higher", "average", "how often the best guess is wrong, over everybody"),
    ("lower", "worst", "so much of the table's distribution must move to become the class's"),
    ("lower", "worst", "the same, but moving to the next value costs less than to the last"),
    ("lower", "worst", "the same, but moving to a value that is alike costs less: a hierarchy says which are"),
    ("lower", "worst", "bits that the class tells on average over its members' values"),
    ("lower", "worst", "a value is 2 to the δ times as likely or as rare as in the table; ∞ where a class lacks one"),
    ("lower", "worst", "the same, over the values that do occur in the class"),
    ("lower", "average", "bits that knowing one's class tells, over everybody"),
    ("lower", "worst", "how far the belief moves, √Σ(a−x)²"),
    ("lower", "worst", "how much the uncertainty changes, |H(a)−H(x)|"),
)
"""Direction, case and meaning of every yardstick, in the order they are shown in."""

YARDSTICKS_HELP = (
    "All look at the same classes and ask different things, so they disagree. **Worst class** names where each is at "
    "its worst; the classes themselves stand in the next tab. Logarithms are to base 2.\n\n"
    "Worst, average and best case are the user's (Rebollo-Monedero et al., Table IV): a worst case looks at the most "
    "telling class, a best case takes all members or values for equally likely."
)

CLASSES_HELP = (
    "**Rows** and **values** say among how many people and sensitive values a member hides: higher is safer. "
    "**Effective values** is 2 to the entropy: values that hardly occur hardly count. **Error** is how often the "
    "best single guess of a member's value is wrong: higher is safer.\n\n"
    "All others say how far the class is from the whole table: lower is safer, 0 is nothing told. δ is infinite "
    "where a class lacks a value altogether."
)

LEAKAGES_HELP = (
    "Ren & Li measure twice because each sees what the other does not. **Distribution leakage** is how far the belief "
    "moves: √Σ(a−x)², at most √2. **Entropy leakage** is how much the uncertainty changes: |H(a)−H(x)| bits. A class "
    "with all values turned round moves the belief and leaves the uncertainty. Lower is safer for both."
)

ME_HELP = (
    "Eve looks you up by your quasi-identifiers, finds your class, and believes of you what is true of its members. "
    "Before, she believed of you what is true of the whole table."
)

ERRORS_HELP = (
    "How often Eve is wrong if she guesses as well as she can (Bayes; the same as the most likely value where all "
    "mistakes cost the same). **Higher is more private.**\n\n"
    "The entropies say how uncertain she is, in bits: Hartley's counts what is possible (best case for you), "
    "Shannon's weighs it (average), min-entropy looks at the best single guess (worst case); in between, Rényi's "
    "order α says how little unlikely values count."
)

LEAKAGE_HELP = (
    "Information leakage after Whang & Garcia-Molina 2012, Section 3: Eve merges the rows of each class into one "
    "record and compares it with what is true of you; all labels weigh 1, and a coarser value counts as right where "
    "it covers yours.\n\n"
    "0 % is nothing known, 100 % all known and nothing wrong: lower is better. Two people with the same k can "
    "differ."
)

COARSER = (
    "Make values coarser until people look alike. Level 0 leaves a column as it is; the last level says nothing. "
    "Everything on this page follows the sliders."
)

HIERARCHY_HELP = (
    "One row a value, one column a level: what the value becomes there. Values that are the same on one level must "
    "be the same on all that follow, for a hierarchy is a tree.\n\n"
    "The suggestion comes from what the values look like: codes lose digits, numbers go into intervals, categories "
    "are grouped by a first word they share. What you edit is kept until this browser tab is refreshed or closed; it "
    "is not part of your saved work."
)

FURTHER_HELP = "Room for levels of your own between the values and the first level that is suggested."

MEMORY = (
    ":orange[:material/warning:] **Your table is kept in memory only.** Refreshing or closing this browser tab, or "
    "stopping the program, forgets it and all that was set for it. It is not part of your saved work."
)

SEARCH_HELP = (
    "**All minimal ways** to make the table coarse enough: whatever is less coarse than one of them in some column, "
    "and coarser in none, is not enough (Incognito, LeFevre et al. 2005).\n\n"
    "Leave empty what you do not ask for. Rows whose class fails may be suppressed, up to the percentage you allow; "
    "distances are taken from the whole table, before suppression."
)

K_HELP = "How many people look alike in every class. Asking for more is safer, and makes the table coarser."

L_HELP = "How many sensitive values occur in every class. Asking for more is safer."

ENTROPY_L_HELP = "As l, but values that hardly occur hardly count: 2 to the entropy. Asking for more is safer."

T_HELP = "How far the values of a class may be from those of the whole table. Asking for less is safer."

MOVE_HELP = "Distribution leakage of Ren & Li: how far a class may move a belief, 0 to √2. Asking for less is safer."

CHANGE_HELP = "Entropy leakage of Ren & Li: how much a class may change uncertainty. Asking for less is safer."

LOSS_HELP = (
    "Below the names of columns stand their levels, then what a way costs those who use the table; lower is more "
    "useful. **Precision loss**: how far up the hierarchies the cells are, 0 % untouched, 100 % all gone. **Class "
    "size**: rows in a class on average.\n\n"
    "**Discernibility**: from how many rows each row cannot be told, added up; a suppressed row counts as all rows."
)

GUIDE = (
    "Rebollo-Monedero et al., Table IV. All of them are one thing, the error of an attacker who guesses, under "
    "different assumptions about her: what she counts as a mistake, and whether she looks at the likeliest value, at "
    "all of them by how likely they are, or only at how many there are.\n\n"
    "What is the worst case for you is the best case for her.\n\n"
    "The last four came later, and ask how much more she gains than she would have without the table."
)

RATE_OF_TABLE = (
    "**Readers of this table want to guess the sensitive value as well as they can. How few bits would do for "
    "that?**\n\n"
    "The curve is the least mutual information I(X;Y) of any way to publish by which a best guess is wrong so often "
    "(the rate-distortion curve). The point is this table: **lower is more private**, and nothing lies below the "
    "curve."
)
