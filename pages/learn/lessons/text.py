"""The standing texts of the lessons."""

QUESTION = "What is information leakage, and why are its figures what they are?"

LESSONS = (
    "Eleven lessons of about five minutes each. Every step asks before it shows: guess first, however roughly, then "
    "look. Nothing is drawn beforehand; the program works all of it out. **Arrow keys**, **Page Up** and **Page Down** "
    "turn the pages."
)

UNTOUCHED = "It is opened as an example: undo, at the top of the page, leads back to your own work."

BESIDE = "Your own work is not touched, and this lesson stays where it is."

CLASS_PAGE = (
    "One HTML file with all lessons, 720 exercises and three worksheets. It needs no server and no network. Making it "
    "takes some seconds."
)
