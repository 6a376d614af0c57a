"""The sentences of the page Plan."""

QUESTION = "What should you do with your time, and in which order?"

# What the person has.

WHAT = "What do you want to plan?"
EVERYTHING, ACCOUNTS = "All that helps", "Accounts to move first"
ALIAS = (
    "A fresh address or number for each account, one of its own. The plan says which accounts are worth the trouble "
    "first."
)
NO_ALIAS = "Your profile has no address, number, card or password."
MINUTES = "Minutes you have"
FRESH, HOW_MANY = "A fresh", "How many accounts?"

# The answer.

TITLE = "{steps} in {took} would take back {back:.1f} points"
TOOK = "{minutes:g} minutes"
KNOWN = "The Eve who knows most knows {now} of you now, and {then} afterwards."
ON_THE_WHOLE = " on average"
ON_AVERAGE = "In 8 cases of 10: between {low} and {high}, as letters may be refused."
ABOUT = "The average is drawn, and right to {margin:.1f} points in 19 cases of 20."
ALL_TRIED = "All combinations of these actions were tried."
BEST_FOUND = "Best plan found. There are too many actions to try every combination."
NOTHING = "Nothing in this time lowers what Eve knows"
NO_OPTION = "These actions can do nothing here."
MORE_TIME = "No plan that was looked at helps: others have the same facts. Allow more time."
SHORTEST = "The shortest plan that helps takes {minutes:g} minutes."

# The steps.

STEP = "{takes}: {back:.1f} points lower, then {after}."
NEEDED = "Worth {missed:.1f} points in all."
GRANTED = " Granted in {chances} of 100 cases."
MORE_STEPS = "{steps} more"
FURTHER = ("", "Then do", "State", "Minutes", "Points lower", "Then known", "Besides")
HELP = (
    "Each step lowers the figure as said once those above it are done. What you do alone is certain; a letter may be "
    "refused, and its step counts that in. A fresh address counts on your giving it to no one else: then it joins "
    "nothing, as if the field were blank.\n\n*Worth … in all* is how much higher the end would be without the step, "
    "where others build on it."
)
NOTE_ANSWER = "Save the answer"
CHANGED_IT = "Done"
CHANGED_HELP = "I have changed it. Undo takes it back."
CHANGED = "I have changed {accounts}"
TICK_OFF = "Which accounts"
TICK = "Tick what you have changed"
ACCOUNT, CHANGE_HERE = "Account", "Change it here"

# What is not proposed.

CANNOT = "What cannot be asked"
NOT_ASKED = (
    "You can still ask them what they have, have it corrected or have them stop sharing it, or change there what joins "
    "it to the rest. Mark what has ended under Letters: then it may be asked for."
)
MAY_STILL = "{name} has an address for requests about privacy: a letter may still do it."
STILL_WRITE = "Write anyway"

# Which actions, and against whom.

TERMS = "Against whom, and where values are changed"
AGAINST = "You do not know which Eve it is. Pick those to plan against."
EVES = "Eves"
SHARING = "Who shares data"
AS_EACH_HAS_IT = "Pick none, and each Eve has what you chose on her page. What you pick here holds for all of them."
AS_EACH = "As each Eve has it."
COMING, NOTHING_COMING = "Something you are about to share", "nothing"
WHERE = "Where do you change a value?"
CHANGING_WHERE = {
    "one by one": "Account by account: each gets a value of its own",
    "everywhere": "Everywhere at once: all who have it get new values",
}
CHANGING = "Everywhere at once is one action, as long as all its changes together."

# What an action takes.

TAKES = "What does an action take?"
EFFORTS = "Minutes for each account or letter."
ACTION, LETTER = "Action", "A letter"

# More time, and each Eve.

DETAILS = "Details: more time, and each Eve"
CHART = "How far would more time bring it down?"
KNOWS = "how much Eve knows"
EACH_EVE = "Against whom does it help?"
EVE, NOW, THEN, LOWER = "Eve", "Now", "Afterwards", "Points lower"
LEAKED = "{names} only has what leaked. Nothing you can do now takes that back."
WORSE = "This plan helps against the others, but these would know more than before: {names}."
