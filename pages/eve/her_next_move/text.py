"""The standing texts of Her next move."""

QUESTION = "Which fact would Eve check next?"

NOTHING_TO_CHECK = "Eve has nothing to check"
SURE = "She is as sure as she can be of the {facts} in this record. Another record below may have doubtful ones."
BEST = "Eve’s best check would make her {points:.1f} points more certain"
WOULD_CHECK = "She would check {fact}. She has it from {source} and is {surety} sure of it."
CERTAIN = "She is {now} certain of this record now, and would be {after} certain."
NOW = "It is right, as Eve believes"
THEN = "It is right, once Eve has checked"
KNOWS_THEN = "She knows then"

RANKING = "What not to confirm"
DO_NOT_CONFIRM = (
    "**Don’t confirm the first fact in this list**, on the phone or in a form that asks you to check your data. Even a "
    "wrong fact: it protects you until she finds out."
)
HOW = "Details: how Eve chooses, and what a check costs her"
NEXT_MOVE = (
    "Eve only knows how sure she is. Checking a fact (a call, a bribe, a tricky mail) costs her one minus her "
    "confidence, and makes her record of you more certain. She wants the most certainty for the cost."
)
GAIN_HELP = (
    "Gain: how many points more certain her record becomes, $L(r_c', r_e) - L(r_c, r_e)$; 0 where another source is "
    "sure already. Cost: one minus her confidence, times your factor. Whang & Garcia-Molina 2012, Section 4.3 "
    "(enhancement)."
)
PRICES = "Some facts are harder to check than others:"
WHICH_RECORD = "Which of Eve’s records?"
RECORD_HELP = "First comes the record that says most about you and has something doubtful."
RECORD_HELP_FILES = " Of the records in her files that match nothing of yours, only the one that says most."
