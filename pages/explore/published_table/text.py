"""The standing texts of the page about published tables."""

QUESTION = "A table about many people was published as “anonymised”. How safe is a person in it?"

TOLD_MOST = "Which class does the table say most about?"
BELIEVED = "Your sensitive value: {before} likely to Eve before, {after} now"
NARROWED = "Guess it among the fewest values that are right in 9 of 10 cases"
ENOUGH = "The table reveals {bits:.3f} bits; {least:.3f} would be enough"
MEASURED_FROM = "Distances are measured from what Eve knew before, by {columns}."
NOTHING_SATISFIES = (
    "Nothing satisfies this, not even the coarsest values. Ask for less, or allow rows to be suppressed."
)
TOO_MANY_VALUES = "The sensitive column has {values:,} values, too many for this curve; {most} is the most."

COLUMNS = (
    "**Quasi-identifiers** are details that others may know about a person, such as zip code, age and sex. Rows "
    "with the same quasi-identifiers form a **class**: knowing them leads to the class, but no further. The "
    "**sensitive** column is what nobody should learn that way."
)

MISSING_WORDS = {
    "value": "A value like any other",
    "dropped": "Drop the row",
}

MISSING_HELP = (
    "Some cells are empty. As a value like any other, an empty cell equals only another empty one. Or drop these rows."
)

BEFOREHAND_HELP = (
    "Eve may know beforehand how common each value is, at each age for example. Then a class tells her only what goes "
    "beyond that. Every distance on this page is measured from what she believed before (Ren & Li, Definitions 2 and "
    "4). If you choose nothing, that is the distribution of the whole table."
)

YARDSTICKS_HELP = (
    "These measures ask different things of the same classes, so they disagree. **Worst class** is where each is "
    "at its worst. The next tab lists the classes. Logarithms are to base 2.\n\n"
    "Worst, average and best case are meant for the people in the table (Rebollo-Monedero et al., Table IV). A "
    "worst case looks at the most revealing class; a best case treats all members or values as equally likely."
)

CLASSES_HELP = (
    "**Rows** and **values** say among how many people and sensitive values a member hides: higher is safer. "
    "**Effective values** is 2 to the entropy, so rare values count little. **Error** is how often the best single "
    "guess of a member's value is wrong: higher is safer.\n\n"
    "All others say how far the class is from the whole table. Lower is safer, and 0 reveals nothing. δ is infinite if "
    "a class lacks a value altogether."
)

LEAKAGES_HELP = (
    "Ren & Li use two measures, because each misses something. **Distribution leakage** is how far her belief moves: "
    "√Σ(a−x)², at most √2. **Entropy leakage** is how much her uncertainty changes: |H(a)−H(x)| bits. If a class swaps "
    "the shares of its values, the belief moves but the uncertainty stays. Lower is safer for both."
)

ME_HELP = (
    "Eve finds your class by your quasi-identifiers, and then believes about you what is true of its members. Before, "
    "she believed what is true of the whole table."
)

ERRORS_HELP = (
    "How often Eve is wrong with the best guess she can make (Bayes; the most likely value if all mistakes cost the "
    "same). **Higher is more private.**\n\n"
    "The entropies say how uncertain she is, in bits. Hartley's counts the possible values (your best case), Shannon's "
    "weighs them by how likely they are (average), and min-entropy looks only at the best single guess (your worst "
    "case). In between, Rényi's order α sets how little unlikely values count."
)

LEAKAGE_HELP = (
    "Information leakage after Whang & Garcia-Molina 2012, Section 3. Eve merges the rows of each class into one "
    "record and compares it with what is true of you. All labels weigh 1, and a coarser value counts as right if "
    "it covers yours.\n\n"
    "0 % means that nothing is known; 100 % means that everything is known and nothing is wrong. Lower is better. "
    "Two people with the same k can differ."
)

COARSER = (
    "Make values coarser until people look alike. Level 0 leaves a column as it is; the last level hides it "
    "completely. Everything on this page follows the sliders."
)

HIERARCHY_HELP = (
    "One value per row, one level per column: what the value becomes there. Values that are the same on one level must "
    "be the same on all later levels, because a hierarchy is a tree.\n\n"
    "The suggestion depends on the values: codes lose digits, numbers become intervals, and categories with the same "
    "first word are grouped. Your changes last until you refresh or close this tab. They are not part of your saved "
    "work."
)

FURTHER_HELP = "Add levels of your own between the values and the first suggested level."

MEMORY = (
    ":orange[:material/warning:] **Your table is kept in memory only.** Refreshing or closing this browser tab, or "
    "stopping the program, erases it and its settings. It is not part of your saved work."
)

SEARCH_HELP = (
    "**All minimal ways** to make the table coarse enough: make any column of one of them finer, and it is not enough. "
    "Every combination of levels is tried.\n\n"
    "Leave empty what you don't need. Rows whose class fails may be suppressed, up to the percentage you allow. "
    "Distances are measured from the whole table, before suppression."
)

K_HELP = "The least number of people in a class. A higher number is safer, and makes the table coarser."

L_HELP = "The least number of sensitive values in a class. A higher number is safer."

ENTROPY_L_HELP = "As l, with rare values counting little: 2 to the entropy. A higher number is safer."

T_HELP = "How far the values of a class may be from those of the whole table. A lower number is safer."

MOVE_HELP = "How far a class may move a belief, 0 to √2 (Ren & Li's distribution leakage). A lower number is safer."

CHANGE_HELP = "How much a class may change uncertainty (Ren & Li's entropy leakage). A lower number is safer."

WAYS_HELP = (
    "Each row is one way: the level of every column, the classes that are published, and the rows left out. More "
    "classes are more useful to those who read the table."
)

TOO_MANY_COMBINATIONS = (
    "There are {total:,} combinations of levels; at most {most:,} can be tried. Choose fewer columns or fewer levels."
)

GUIDE = (
    "Rebollo-Monedero et al., Table IV. All of these measure the attacker's error, under different assumptions: what "
    "she counts as a mistake, and whether she looks at the most likely value, at all values by how likely they are, or "
    "only at how many there are.\n\n"
    "The worst case for you is the best case for her."
)

RATE_OF_TABLE = (
    "**Readers want to guess the sensitive value as well as they can from this table. How few bits would be "
    "enough?**\n\n"
    "For each rate of wrong guesses, the curve shows the least mutual information I(X;Y) of any published table (the "
    "rate-distortion curve). The point is this table. **Lower is more private.** Nothing lies below the curve."
)
