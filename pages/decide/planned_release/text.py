"""The sentences of the page Before I share."""

QUESTION = "You are about to share something. Which way tells Eve least?"

NO_PLAN = (
    "Add an alternative for each way of doing it: one card or the other, this shop or that one, a field left blank. "
    "They are compared side by side."
)

# What leads the page.

ONE_WAY = "This adds: {change}. Eve would know {after} of you."
BEST_WAY = "The best of {number} alternatives: {change}."
LEAST = "{names} {tells} Eve least. She knows {before} of you now."
TELLS = "tells"
TELL_ALIKE = "tell"
INCREMENT_HELP = (
    "The papers call it incremental leakage: I(R, e, E, r) = L(R ∪ {r}, e, E) − L(R, e, E), in percentage "
    "points. Below 0 it confuses Eve."
)
CHART = "What would each alternative add?"
NOW, AFTER = "now", "afterwards"
KNOWS = "how much Eve knows"

# The alternatives.

ADD = "Add an alternative"
EDIT = "What each alternative gives away"
OTHERS = "**Details that are not yours**, such as an alias or a prepaid card"
LIST = "**Rename or remove an alternative**"

# Why.

WHY = "Why: what Eve would join it with"
WHICH = "Which alternative?"
TITLE = "{name} (to {recipient}): {change}"
NOTHING_GIVEN = "This alternative gives nothing yet. Tick what it gives in the table above."
STANDS_ALONE = "Eve would join it with nothing: it stands alone."
BRIDGE = "A bridge: {number} of her combined records would become one. It joins {names}."
JOINS = "It would be added to one of her combined records, with {names}."
TIES = "What would it tie together?"
EACH_OTHER = "joined with each other"

# What to leave blank.

BLANK = "What to leave blank"
FIELDS = "What each field adds"
FIELDS_HELP = "Points by which Eve would know less if this field alone were left blank. Below 0 the field confuses her."
MUST = "They insist on"
MUST_HELP = "Everything else is optional. Of up to 12 optional fields all choices are compared."
MUST_NOTHING = "Nothing: all of it is optional"
NOTHING_TO_BLANK = "This alternative gives nothing yet, so there is nothing to leave blank."
NOTHING_OPTIONAL = "Nothing in it is optional, so there is nothing to choose."
LEAVE = "Leave {fields} blank."
LEAVE_NOTHING = "Leave nothing blank."
THEN = "Eve would then know {after} of you ({change}), and {whole} if you gave everything."
FREE = "You can give {fields}: leaving {it} blank as well would tell her no less."
ALL_TRIED = "Every choice was compared, {number} in all."
BEST_FOUND = "This is the best of {number} choices tried. There are too many to try all."
HOW_MANY = "How many optional fields do you give?"
HOW_MANY_HELP = "Only numbers worth choosing: where one is missing, the next greater one tells Eve no more."
TRADE_OFF = "How little can Eve learn?"
CHOICES = ("Optional fields", "Give", "Leave blank", "Eve would know", "Change from now")
TAKE_BLANK = "Leave {fields} blank"
TAKE_NOTHING = "This choice leaves nothing blank."

# Once it was done.

DONE = "Which one did you do?"
MOVE = "I did this one"
MOVE_HELP = "Adds it to your accounts and drops the other alternatives. Undo brings them back."
