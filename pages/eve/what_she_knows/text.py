"""The standing texts of Step by step."""

QUESTION = "Eve starts with a few facts about you. What does she find, step by step?"

NO_DIPPING = "This Eve cannot search: she never merges records. Give her a rule that does."
LINKS_ONLY = "This Eve does not search step by step: she compares every two records by the evidence."

# The search.

START_FROM = "What does Eve start with?"
QUERY_HELP = (
    "The facts she searches for, such as your name and where you work. She merges every record that matches, and looks "
    "again (the query q)."
)
SEARCHED_AS_GIVEN = "She searches the records as they were given, before companies match their own."
REACHES = "From these facts Eve gets to {end} of you"
NOWHERE = "From these facts Eve gets nowhere"
QUERY_LEAKAGE = "Query leakage by dipping: Whang & Garcia-Molina 2011, Section 2.2. Lower is better for you."
STARTS_WITH = "She starts with {start} and finds {records}."
ORDER_EXACT = "The order of the records matters: at worst she gets to {least} of you."
ORDER_BOUNDS = (
    "The order of the records matters, and not all orders could be tried: at worst she gets to {least} or more, but "
    "never above {most} of you."
)

HER_QUESTION = "her question"
STEP = "Step"
FIRST_FINDS = "The first {drawn} of {all:,} steps are drawn."
MATCHED = "Step {step}: {name} matched. It has the same {shared}."
NEWS = "Eve learned {count}: {facts}."
NO_NEWS = "Eve learned nothing new."
AFTER_STEP = "After {steps} Eve knows {known} of you"

# Which fact she would check next.

NEXT_CHECK = "Which fact would Eve check next?"
NOTHING_TO_CHECK = "Eve has nothing to check: she is sure of every fact in these records."
IN_RECORD = "In the record that says {known} of you ({names}), the best check for its cost comes first."
GAIN_HELP = (
    "Eve only knows how sure she is. Gain: how many points more certain her record becomes, "
    "$L(r_c', r_e) - L(r_c, r_e)$; 0 where another source is sure already. Cost: one minus her confidence. Whang & "
    "Garcia-Molina 2012, Section 4.3 (enhancement)."
)

# What she believes, behind Details.

DETAILS = "Details: what Eve believes, and how sure she is"
BELIEFS = "What does Eve then believe?"
GUESSES = "What would Eve guess, and how uncertain is she?"
GUESSED = "Eve has a best guess about {guessed} of {kinds}; {right} right."
BITS = "How uncertain Eve is, in bits."
ERROR_HELP = "How often Eve thinks her best guess is wrong."
UNCERTAINTY_HELP = (
    "Eve takes one value of each kind to be true. Where her confidences add up to more than 100 %, they count in "
    "proportion; where to less, the rest is “unknown”, one more possibility.",
    "**Error** is how often her best guess is wrong, as she sees it (Rebollo-Monedero et al., 1 − max p). Higher is "
    "better for you; 0 % means that she is certain, rightly or not.",
    "The entropies say how uncertain she is; more bits are better for you. Hartley’s counts what she thinks possible "
    "(your best case), Shannon’s weighs it by how likely it is (average), min-entropy looks only at the likeliest "
    "value (worst case). Where she has no value there is nothing to count.",
)

# How sure she must be.

AT_ODDS = "At odds of {odds} or better Eve knows {known} of you."
THRESHOLD_HELP = (
    "To the left Eve matches records on little evidence, to the right only on much. More matches need not tell her "
    "more: strangers mixed in are wrong about you. Whang & Garcia-Molina 2012, Definition 2, at each threshold."
)
