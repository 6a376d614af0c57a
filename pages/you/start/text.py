"""The standing texts of Home."""

TITLE = "How much does Eve know about you?"

QUESTION = "For you alone, on this computer. Nothing is sent anywhere."

IN_CLASS = (
    "For a class. What you enter stays in the memory of the machine that runs it until that stops. No other visitor "
    "sees it."
)

INTRODUCTION = (
    "Every form you fill in gives a little of you away: a card number to a shop, a phone number to an employer. "
    "Someone could piece it together. We call her **Eve**. See how much of you she knows, and what you can undo."
)

# Three ways to begin.

EXPORT = "I have an export of my passwords or browser"
EXPORT_HELP = "You see what it would add before anything changes. A copy that you saved here opens too."

TYPE = "I'll type a few things"
TYPE_HELP = (
    "Five minutes give a first figure. Real values aren't needed: *main card* will do. Use the same nickname each time."
)
TYPE_BUTTON = "Start with About me"

EXAMPLE = "Show me an example"
EXAMPLE_HELP = (
    "Maren Holloway, a bookkeeper with a family, a bank, a doctor and the accounts of fifteen years. She is invented."
)
EXAMPLE_BUTTON = "Open the example"

KEEP = "Keep it in a vault from the start"
IN_MEMORY = "Without a vault, refreshing the page erases your work unless you save a copy."
IN_VAULT = "Your work stays in your vault, whatever you open here."

TYPED = "You have entered {facts} about yourself. Next: your accounts."

# What is open: the figure, what stands out, and what to do.

NO_PROFILE = "Say what is true about you, and Home shows how much of it Eve knows."
FOR_THIS_EVE = "This Eve: {name}."

HEAVIEST = "Heaviest fact she has"
HEAVIEST_FROM = "You gave your {fact} to {names}."
HEAVIEST_FROM_OTHERS = "Your {fact}, from other people's records."
HEAVIEST_LINK = "See all she knows"

SHARED = "What ties accounts together"
SHARED_BY = "{accounts} have the same {label}: {value}."
SHARED_LINK = "See what to do about it"

MOST_GIVEN = "Who got most from you"
GIVEN = "{name} got {facts} of your {all}. Nobody else got as many."
MOST_GIVEN_LINK = "See what they have"

NEXT_STEP = "Next step"
STEP = "{label}. {who} would know {points:.1f} points less."
CHANGE = "Give {names} {value}"
EVE = "Eve"
WORST_EVE = "The Eve who knows most"
PLAN_LINK = "See the whole plan"
FIND_PLAN_LINK = "Find out what helps most"

START_OVER = "Start over"
START_OVER_SURE = "This empties your work: facts, accounts and plans. Undo brings them back."
START_OVER_BUTTON = "Empty my work"
CLOSE_EXAMPLE = "Close the example"
EXAMPLE_OPEN = "This is an example: {title}."
IMPORT_LINK = "Add files, or open a saved copy"

REMIND = "Remind me every month"
REMINDER = "A file for your calendar. Every month it says “Look at your privacy plan”, and nothing about you."
