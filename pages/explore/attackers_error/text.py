"""The standing texts of the page about an attacker's error."""

QUESTION = "Eve makes the best guess she can. How often, or by how much, is she still wrong? That is your privacy."

ERROR = (
    "Rebollo-Monedero et al. measure privacy as the **attacker's estimation error**, P = E d(X, X̂): X is your secret, "
    "X̂ her best guess from everything she sees. **A higher error is more private.**\n\n"
    "Most other measures of privacy are this one under some assumption. The cases here are small enough to check by "
    "hand."
)

ANSWERS = (
    "**You answer a delicate question, but sometimes you lie. How much does your answer still give away?** Nobody can "
    "hold one answer against you, and many answers together still show the true shares (randomised response)."
)

EPSILON_HELP = (
    "ε compares you with a person whose true answer is different: no answer is more than e^ε times as likely from "
    "one of you as from the other (natural logarithm). Lower is safer, and 0 gives nothing away. Without lies ε is "
    "infinite (∞): your answer is certainly true."
)

PRIOR_HELP = (
    "Did you ever cheat? If one in ten did, most of those who answer yes never cheated: the coin made them lie. Then "
    "her best guess may be the same whatever she hears."
)
COUNT = (
    "**Only the number of yes answers is published, with a little noise. How much does it show of yours?** This is the "
    "worst case: Eve knows everyone else's answer."
)

COUNT_HELP = (
    "ε compares two lists of people that differ by one record: yours. The noise is geometric: each step further away "
    "is α times as likely as the one before. Lower is safer."
)

USEFUL = (
    "**The answers must also be useful. How private can they be then?** Usefulness U is how often the answer is true. "
    "What you gain, the person who asks loses."
)

PLACES = (
    "**You give an app your location with noise. How far off is Eve's guess?** The noise is Gaussian in each "
    "direction. She knows roughly where you usually are, and weighs that against the location you gave."
)

CROWD = (
    "**You and others pass messages around before one of you sends them to the server. Who wrote this one?** Whoever "
    "has it sends it with probability p, or passes it to a random member. The server sees only the sender, and guesses "
    "that the sender wrote it."
)

FIGURE_7 = (
    "**A table about eight patients is published; Eve learns your age group. How much better does she guess?** Four "
    "patients are 40 to 50 and four are younger. You are one of the younger ones, and you have AIDS."
)

RATE = (
    "**You must say something about a secret, and readers may be wrong now and then. How little can you say?**\n\n"
    "For each rate of wrong guesses, the curve shows the fewest bits of mutual information I(X;Y) that any answer must "
    "give (the rate-distortion curve). **Fewer bits are more private.** Nothing lies below the curve."
)

ENTROPY = (
    "**Eve thinks several values possible, some more likely than others. How uncertain is she?** Entropy measures "
    "it in bits: about how many yes-or-no questions she still has to ask. Rényi's order α sets how much unlikely "
    "values count. **More bits are more private.**"
)

NARROWED_HELP = (
    "She treats the remaining values as equally likely, guesses one at random, and is wrong 1 − 1/|C| of the time.\n\n"
    "Take a long sequence of k secrets of one kind. It is typical if it is about as likely as the entropy says, within "
    "0.1 bits per value. The longer the sequence, the more surely it is typical, and there are about 2 to the k·H "
    "typical ones, give or take 0.1·k in the exponent."
)

ENTROPY_HELP = (
    "2 to the entropy is the number of equally likely values that would leave her as uncertain. Hartley's entropy (α = "
    "0) counts the possible values: your best case. Shannon's (α = 1) weighs them by how likely they are: the "
    "average.\n\n"
    "Min-entropy (α = ∞) looks only at the best guess: your worst case. That guess is right 2 to the −H∞ of the time. "
    "Entropy never rises with α."
)
