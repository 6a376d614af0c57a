"""The standing texts of the re-identification page."""

QUESTION = "A table was published without names. Which of its rows is you, and how little must Eve know to tell?"

TABLE_HELP = (
    "Who watched, bought, posted or answered what: one row a person, one column an item, most cells empty. Names "
    "were taken out before it was published. The made-up table is one of film ratings with dates; equal settings "
    "make equal tables."
)

FILE_HELP = (
    "CSV, either long with the columns **who, what, value, when** (the last two may be missing; a day is written "
    "2026-01-31), or wide with a person in each line, named in the first column, and an item in each other "
    "column. It stays in memory and is sent nowhere."
)

ME_HELP = "What your row is called in the table. Leave it empty if you do not know, or are not in it."

KNOWS_HELP = (
    "One row a fact: an item of yours, with value and date as Eve believes them. She may be wrong. Leave the "
    "value empty where she knows only that it is there, and the date where she does not know it."
)

ROBUST = (
    "**Scoreboard-RH** adds up what each row has in common with the facts; rare items count more, $1 / \\log "
    "|\\mathrm{supp}(i)|$, and an item that one person alone has counts as if two had it. It names the best row if "
    "that is at least φ standard deviations ahead of the second, and nobody otherwise.\n\n"
    "A few wrong facts do not throw it off. Every row gets the probability $c \\cdot e^{\\mathrm{score}/\\sigma}$. "
    "Narayanan & Shmatikov 2008, Section 4."
)

STRICT = (
    "**Scoreboard** keeps the rows that agree with every single fact, $\\min_i \\mathrm{Sim}(aux_i, r'_i) > "
    "\\alpha$, all equally probable. One wrong fact, and it finds nobody. Narayanan & Shmatikov 2008, Section 4."
)

BITS = (
    "One of N people is hidden by $\\log_2 N$ bits before anything is known. The bits left are the entropy of the "
    "probabilities Eve gives to the rows: 0 means she is sure, 1 that it is a toss-up between two. They say how "
    "sure she is, not whether she is right."
)

ALONE = (
    "How many people have something like each of the first k entries of your row. What to see: the crowd thins out "
    "fast, and where one is left that is you."
)

CURVE = (
    "People are drawn from the table, Eve learns a few facts of each, and has to name the row. What to see: a "
    "handful of facts suffice, fewer with dates or rare items, and errors cost little. **Higher is worse for you.**\n\n"
    "The small bars show where the true share lies 95 times in 100 (Wilson's interval)."
)

CURVE_HELP = (
    "Every trial draws one person who has enough items of the kind, and the facts in one order, so that the first m "
    "of them make the point for m. All lines use the same seed. Found means that she names the person's own row or "
    "one that cannot be told from it.\n\n"
    "Then the person's row is taken out, and she should say **not in it**. The paper calls a table (θ, "
    "ω)-deanonymised where both happen with a share of at least ω (Definition 3; here θ = 1)."
)

THEOREM = (
    "Theorem 1 promises: with this many facts, drawn at random and right, Scoreboard names a row that tells "
    "nearly all of the person's entries, **whatever the table looks like**. Real tables are sparse, and far fewer"
    " facts do, as the curve above shows. Fewer facts needed is worse for you."
)

THEOREM_HELP = (
    "$m \\ge (\\log N - \\log \\varepsilon) / (-\\log(1 - \\delta))$. With probability $1 - \\varepsilon$ the "
    "named row r′ has $\\mathrm{Sim}(r, r') \\ge 1 - \\varepsilon - \\delta$, over the items of r.\n\n"
    "The paper defines Sim over the items of both rows; for that the proof does not go through, since whoever has "
    "all your items and as many more always agrees."
)

BACK = (
    "If Eve ties the row to you, all that stands in it becomes one more record in her hands. Put it there, and "
    "every page counts it: the Leakage page shows what it adds, the Erasure page whether it pays to have it "
    "deleted."
)

CROWD = (
    "Eve seldom holds records about you alone. Here she also holds those of a made-up crowd: households that share "
    "address and phone, people who have moved, misspelt names, and names as common as names are.\n\n"
    "What to see: where she joins by name, a common name mixes strangers into your record and **protects** you as "
    "the crowd grows; a rare one **betrays** you. Lower is better for you."
)

FOUND = (
    "Whoever takes one of all who are alike finds the right one the less often, the more people there are. **How many "
    "would be found in a crowd larger than this table?** Higher is worse."
)

FOUND_HELP = (
    "Dots are counted in random parts of the table. Beyond it people come one by one by the Pitman-Yor process, whose "
    "two parameters are drawn by how likely they make this table: Rocher, Hendrickx & de Montjoye 2025.\n\n"
    "The bands are honest only where the crowd is of the same sort as the table: a table of one town tells little of a "
    "country. Where kinds are few and all known, nothing new would come, which this model never takes for certain."
)

FOUND_PERSON_HELP = (
    "With p how rare you are, n people and the share f in the table: (1 − p)ⁿ⁻¹, (1 − (1 − p)ⁿ)/(n p), and the last "
    "with f p for p, times f. Rocher, Hendrickx & de Montjoye 2019.\n\n"
    "The table's estimate of p is (c − d)/(N + θ) for c "
    "people of your kind."
)

NO_ROW = "Eve names nobody, so there is no row to add. Let her know more, or compare less strictly."

LINEUP = "Beside each bar: how likely that row is the person. The score is that of the least similar fact, from 0 to 1."

LINEUP_ROBUST = (
    "Beside each bar: how likely that row is the person. The unit σ is the standard deviation of all scores."
)
