"""The standing texts of the lessons."""

QUESTION = "What is information leakage, and why are its figures what they are?"

LESSONS = (
    "Eleven lessons, about five minutes each. Every step asks a question. Guess first, then look. The program computes "
    "every answer while you watch. Turn the steps with the **arrow keys** or **Page Up** and **Page Down**."
)

UNTOUCHED = "This opens an example. Undo, at the top of the page, brings back your own work."

BESIDE = "Your own work does not change, and you can come back to this lesson."

CLASS_PAGE = (
    "One HTML file with all lessons, 720 exercises and three worksheets. It needs no server and no network. Making it "
    "takes some seconds."
)
