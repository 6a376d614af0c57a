"""The standing texts of the Start page."""

QUESTION = "A dashboard for one person, on this machine only. It sends nothing anywhere."

IN_CLASS = (
    "A dashboard for a class. What you enter is in the memory of the machine that runs it, and gone when that stops. "
    "No other visitor sees it."
)

START = (
    "You give bits of yourself away all the time: a card number to a shop, a phone number to an employer, a date "
    "of birth to an airline. **Eve**, an adversary, may put the bits together.",
    "Say who you are and what you gave to whom, and choose how Eve decides that two records are the same person. "
    "You then see in one figure how much of you she knows, what your next release would add, and what "
    "disinformation would take back.",
)

OWN_WORK = (
    "Three steps: your **profile**, your **releases**, then the **adversary**. Five minutes are enough for a "
    "first figure."
)

NICKNAMES = (
    "**Values need not be real.** A nickname such as *main card* or *old phone* does as well as the number itself, as "
    "long as you use the same one everywhere."
)

REALISTIC = (
    "Maren Holloway, a bookkeeper with a family, a bank, a doctor and the accounts of fifteen years. She is invented."
)

REMINDER = "A file for your calendar. Every month it says “Look at your privacy plan”, and nothing about you."
