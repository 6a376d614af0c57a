"""The standing texts of the re-identification page."""

QUESTION = "A table was published without names. Which row is yours, and how little must Eve know to find it?"

TABLE_HELP = (
    "Who watched, bought, posted or answered what: one person per row, one item per column, most cells empty. "
    "Names were removed before it was published. The made-up table has film ratings with dates. The same settings "
    "make the same table."
)

FILE_HELP = (
    "CSV, either long with the columns **who, what, value, when** (the last two may be missing; a day is written "
    "2026-01-31), or wide with one person per line, named in the first column, and one item in each other "
    "column. It stays in memory and is sent nowhere."
)

ME_HELP = "The name of your row in the table. Leave it empty if you don't know it, or are not in the table."

KNOWS_HELP = (
    "One fact per row: an item of yours, with the value and date that Eve believes. She may be wrong. Leave the value "
    "empty if she knows only the item, and the date if she doesn't know it."
)

ROBUST = (
    "**Scoreboard-RH** adds up what each row has in common with the facts. Rare items count more, $1 / \\log "
    "|\\mathrm{supp}(i)|$; an item that only one person has counts as if two had it. It names the best row if that is "
    "at least φ standard deviations ahead of the second, and nobody otherwise.\n\n"
    "A few wrong facts do not mislead it. Every row gets the probability $c \\cdot e^{\\mathrm{score}/\\sigma}$. "
    "Narayanan & Shmatikov 2008, Section 4."
)

STRICT = (
    "**Scoreboard** keeps the rows that agree with every fact, $\\min_i \\mathrm{Sim}(aux_i, r'_i) > \\alpha$, and "
    "treats them as equally probable. With one wrong fact it finds nobody. Narayanan & Shmatikov 2008, Section 4."
)

BITS = (
    "Before anything is known, $\\log_2 N$ bits hide one of N people. The bits left are the entropy of the "
    "probabilities that Eve gives to the rows: 0 means she is sure, 1 that two rows are equally likely. They say how "
    "sure she is, not whether she is right."
)

ALONE = (
    "How many people have something like each of the first k entries of your row. The crowd thins out fast. Once one "
    "person is left, that is you."
)

CURVE = (
    "Eve learns a few facts about people drawn from the table, and has to find their rows. A handful of facts is "
    "enough, fewer with dates or rare items, and errors cost little. **Higher is worse for you.**\n\n"
    "The small bars show where the true share lies 95 times in 100 (Wilson's interval)."
)

CURVE_HELP = (
    "Every trial draws one person with enough items of the kind, and puts the facts in one order: the first m of them "
    "make the point for m. All lines use the same seed. Found means that she names the person's row, or one that "
    "looks the same.\n\n"
    "Then the person's row is removed, and she should say **not in it**. The paper calls a table (θ, ω)-deanonymised "
    "if both happen with a share of at least ω (Definition 3; here θ = 1)."
)

THEOREM = (
    "Theorem 1: with this many correct facts, drawn at random, Scoreboard names a row with nearly all of the person's "
    "entries, **whatever the table looks like**. Real tables are sparse, so far fewer facts are enough, as the curve "
    "above shows. The fewer facts are needed, the worse for you."
)

THEOREM_HELP = (
    "$m \\ge (\\log N - \\log \\varepsilon) / (-\\log(1 - \\delta))$. With probability $1 - \\varepsilon$ the "
    "named row r′ has $\\mathrm{Sim}(r, r') \\ge 1 - \\varepsilon - \\delta$, over the items of r.\n\n"
    "The paper defines Sim over the items of both rows. With that the proof does not go through: a person with all "
    "your items and as many more always agrees."
)

LINEUP = (
    "Beside each bar: how likely it is that the row is yours. The score is that of the least similar fact, from 0 to 1."
)

LINEUP_ROBUST = (
    "Beside each bar: how likely it is that the row is yours. A higher score is more alike; σ is the standard "
    "deviation of all scores."
)
