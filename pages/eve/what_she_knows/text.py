"""The standing texts of What she knows."""

SEARCHED_AS_GIVEN = (
    "She searches the records as they were given. That recipients resolve their own first counts for the joined "
    "records further down, and for every other figure."
)

SEARCHED_AS_JOINED = (
    "In her files she searches what she has joined already, not record by record, so one question may lead further "
    "there."
)

WATERFALL_HELP = (
    "Each bit doubles the odds that the two are one person. It begins with how likely that is of any two records, and "
    "what each label says is added. Fellegi & Sunter 1969."
)

THRESHOLD_HELP = (
    "To the left she takes records for one person on little evidence, to the right only on much. More joins need not "
    "tell her more: strangers mixed in are wrong about you. Whang & Garcia-Molina 2012, Definition 2, at every "
    "threshold."
)

NO_TREE = (
    "Where evidence counts against, what is merged in may keep others out: joins come and go as she asks for less. All "
    "of it is worked out, threshold by threshold, from careful to reckless."
)

QUESTION = "Eve thinks of you as somebody. What does she find, step by step, and what does she believe then?"

NO_DIPPING = (
    "Eve does not search this way: her policy has no rule, or it compares single records only. Give it a rule that "
    "merges."
)

LINKS_ONLY = "This Eve does not search from a question: she compares single records, by the evidence for each two."

UNCERTAINTY_HELP = (
    "Of the values of one kind she takes one to be true. Where her confidences add up to more than 100 %, they count "
    "in proportion; where to less, the rest is “unknown”, one more possibility.",
    "**Error** is how often her best guess is wrong, as she sees it (Rebollo-Monedero et al., 1 − max p). Higher is "
    "better for you; 0 % means that she is certain, rightly or not.",
    "The entropies say how uncertain she is; more bits are better for you. Hartley's counts what she holds possible "
    "(your best case), Shannon's weighs it by how likely it is (average), min-entropy looks only at the likeliest "
    "value (worst case). Where she has no value there is nothing to count.",
)
