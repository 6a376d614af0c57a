"""The standing texts of Her next move."""

QUESTION = "Which fact would Eve verify next? Those are the facts most worth leaving unconfirmed."

NEXT_MOVE = (
    "Eve does not know the truth; she only knows how sure she is. To verify a fact (a call, a bribe, a reply to a "
    "tricky mail) costs her one minus her confidence, and makes her joined record more certain. She goes for the most "
    "certainty for the cost."
)

DO_NOT_CONFIRM = (
    "**Do not confirm what stands on top**: neither on the phone nor in a form that asks you to check your data. If "
    "she checked a wrong fact, she would find out that it is wrong: it protects you as long as she does not."
)
