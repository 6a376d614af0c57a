"""The standing texts of the page about an attacker's error."""

QUESTION = "Eve guesses as well as anybody can. How often, or how far, is she still wrong? That is your privacy."

ERROR = (
    "Rebollo-Monedero et al. measure privacy as the **error of an attacker who guesses**, P = E d(X, X̂): X is what "
    "you keep to yourself, X̂ her best guess from all she sees. **A higher error is more private.**\n\n"
    "Most other yardsticks are this one under some assumption; here it is worked out where everything can be "
    "followed by hand."
)

ANSWERS = (
    "**You answer a delicate question, but now and then you lie. How much does your answer still give away?** "
    "Nobody can hold a single answer against you, and from many the shares can still be worked out."
)

EPSILON_HELP = (
    "ε compares you with somebody whose truth is another: no answer is more than e^ε times as likely from one of you "
    "as from the other (natural logarithm). Lower is safer; 0 gives nothing away. Without lies ε is infinite (∞): the "
    "answer is certain."
)

PRIOR_HELP = (
    "Did you ever cheat? Say that one in ten did: then most who answer yes are honest people who lied by the coin, and "
    "her best guess may be the same whatever she hears."
)
COUNT = (
    "**Everybody's answer is counted, and only the count is told, a little off. How much of yours does it show?** The "
    "worst that can be: Eve knows what all the others answered."
)

COUNT_HELP = (
    "ε compares two lists of people that differ by one record: yours. The noise is geometric: each step further off is "
    "α times as likely as the one before. Lower is safer."
)

USEFUL = (
    "**The answers must be of use to somebody as well. How private can they then be?** Usefulness U is how often the "
    "answer is true; whoever asks loses what you gain."
)

PLACES = (
    "**You tell an app where you are, with noise. How far off is Eve's guess?** Noise in each direction is Gaussian. "
    "She knows roughly where you are often, and weighs that against the place you told."
)

NEAR = (
    "One row a distance: a guess no farther off is worth so much to her, 1 is a full success. Of several that apply "
    "the greatest counts."
)

CROWD = (
    "**You and others pass messages on among yourselves before one of you hands them in. Who wrote this one?** Each "
    "holder hands it in with probability p, or else passes it to anyone at random. The server sees only who handed it "
    "in, and takes that person for the writer."
)

FIGURE_7 = (
    "**A table about eight patients is published; Eve learns your age group. How much better does she guess?** Four "
    "patients are 40 to 50, four are younger. You are one of the younger, and have AIDS."
)

RATE = (
    "**Something must be told, and readers may be wrong now and then. How little can it be?**\n\n"
    "The curve is the least mutual information I(X;Y), in bits, of any way to tell a secret by which a reader's "
    "guess is wrong at most so often (the rate-distortion curve). **Fewer bits are more private**; nothing lies "
    "below the curve."
)

ENTROPY = (
    "**Eve holds several values possible, one more likely than the others. How uncertain is she?** Entropy says it in "
    "bits: so many questions with yes or no she still has to ask. Rényi's order α says how much the unlikely values "
    "count. **More bits are more private.**"
)

NARROWED_HELP = (
    "Values she looks into are all alike to her: she guesses among them blindly, and is wrong 1 − 1/|C| of the "
    "time.\n\n"
    "For many secrets of one kind, those sequences are typical that are about as likely as most that occur: within "
    "0.1 bits a value of the entropy. The longer the sequences, the surer the true one is typical; there are then 2 "
    "to the k·H of them, give or take 0.1·k in the exponent."
)

ENTROPY_HELP = (
    "2 to the entropy is the number of values, all alike, that would leave her as uncertain. Hartley's entropy (α = "
    "0) counts what is possible: your best case. Shannon's (α = 1) weighs it: the average.\n\n"
    "Min-entropy (α = ∞) looks at the best guess alone: your worst case, and 2 to the −H∞ is how often that is "
    "right. Entropy never rises with α."
)
