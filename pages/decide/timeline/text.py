"""The standing texts of Timeline."""

QUESTION = "When did Eve learn it?"

ADD_DATES = "Add dates to see when Eve learned it"
NO_DATES = "None of your accounts has a date up to today."
TO_DATES = "Add dates"
SOME_UNDATED = "{undated:,} of {all:,} accounts have no date up to today. They come last, all at once."

NOTHING_LEARNED = "Eve has learned nothing from you: {known}"
UNDATED = "with accounts that have no date"
MOST_OF_IT = "Most of it came {when}: from {before} to {after}"
MORE_OF_IT = "More of it came {when} than in any other year: from {before} to {after}"
JUMP = "{what} took it from {before} to {after}."

REPLAYED = "Each point is what Eve knew by that day."
DASHED = "Each point is what Eve knew by that day. Dashed lines show order, not dates."
REPLAYED_HELP = (
    "The leakage L(R, e, E) of what was out by that day, for the Eve you look at, against today’s profile and "
    "weights.\n\nWhat you had deleted or changed counts until the last step. “Planned”: each thing you plan to "
    "give, if you gave it today. “With your plan”: what Eve would know after each step, if all is granted."
)
