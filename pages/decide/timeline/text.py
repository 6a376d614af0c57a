"""The standing texts of the Timeline page."""

QUESTION = "How did it come to this?"

REPLAYED = (
    "Each point is the leakage L(R, e, E) of what was out by that day, under the adversary in use, against your "
    "profile and weights as they are today. What you had deleted or changed counts until the last step."
)

PLANNED = "Dashed, “planned release”: where each of them would take the figure, were it made today."

PLAN = (
    "Dashed, “with your plan”: what to do in {minutes:g} minutes, action by action, and what the adversary in use "
    "would know after each, if all is granted."
)

NO_DAY = "How far a dashed line reaches to the right says nothing of when."

PLAN_WITHOUT_FILES = "Your plan is not drawn here: it leaves out the files that she holds."

PLAN_DOES_NOTHING = "Your plan for {minutes:g} minutes holds no action, so nothing leads down from today."

BEGINS_TODAY = (
    "This begins today. Each day on which you open or edit your work, the last figure of the day is kept with it, so "
    "that next month you see what the work was worth. Nothing but figures and the names of the adversaries is kept."
)

NOT_OF_EXAMPLES = (
    "The last figure of each day is kept with your own work, and shown here. With an example nothing is kept."
)

YARDSTICK = (
    "The figure moves with the yardstick too: another profile, other weights, or an adversary described anew. Undo "
    "does not take back what was recorded on earlier days."
)
