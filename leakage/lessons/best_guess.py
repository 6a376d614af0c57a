"""Lesson 8: how wrong is the best guess?"""

from __future__ import annotations

import math
from fractions import Fraction

from leakage.derivation import Derivation, DerivationStep
from leakage.derivation.derivation import latex
from leakage.lessons.lesson import Choice, Lesson, LessonStep, Number, Odds
from leakage.lessons.worked import as_percent, finished, opened, table
from leakage.published.bounds import privacy_risks
from leakage.published.channels import differential_privacy, randomised_response
from leakage.published.entropy import min_entropy, shannon_entropy
from leakage.published.estimation import estimation_error, joint_of, through_channel
from leakage.scenarios.published import PublishedExample

AIDS = table("aids")
CROWDS = Odds(
    "How likely each of nine people is the one, in the eyes of two Eves.",
    "",
    tuple(f"No. {number}" for number in range(1, 10)),
    (("First Eve", (0.5, *[0.0625] * 8)), ("Second Eve", (*[0.25] * 4, *[0.0] * 5))),
)
COIN = randomised_response(0.75)
_ANSWERS = tuple(tuple(map(float, row)) for row in COIN)
EVEN = Odds(
    "What somebody answers: the truth in three of four cases.",
    "In truth",
    ("says yes", "says no"),
    (("cheated", _ANSWERS[0]), ("did not cheat", _ANSWERS[1])),
    (0.5, 0.5),
)
RARE = Odds(EVEN.caption, EVEN.corner, EVEN.columns, EVEN.rows, (0.1, 0.9))


def _fraction(probability: float) -> Fraction:
    return Fraction(probability).limit_denominator(10_000)


def error_in_worst_class(published: PublishedExample) -> Derivation:
    """P_min: how often the best guess is wrong in the class that tells most."""
    opened_table = opened(published)
    joint = joint_of(opened_table)
    error = estimation_error(joint).worst_case
    posterior = joint.posterior
    steps = []
    for number in range(posterior.shape[1]):
        likeliest = int(posterior[:, number].argmax())
        share = _fraction(float(posterior[likeliest, number]))
        steps.append(
            DerivationStep(
                f"Class {number + 1}: the best guess is {opened_table.values[likeliest]}.",
                rf"1 - {latex(share)} = {latex(1 - share)}",
            )
        )
    return as_percent(
        [*steps, DerivationStep("The worst case for the patients is the least of them.")], error, r"P_{\text{min}}"
    )


def error_of_answers(odds: Odds) -> Derivation:
    """P_avg: how often the best guess is wrong, over all answers."""
    joint = through_channel(odds.prior, [shares for _, shares in odds.rows])
    error = estimation_error(joint).average
    steps = []
    for number, answer in enumerate(odds.columns):
        likeliest = int(joint.posterior[:, number].argmax())
        wrong = _fraction(float(joint.observation[number] - joint.joint[likeliest, number]))
        steps.append(
            DerivationStep(f"Who {answer}: guess “{odds.rows[likeliest][0]}”; wrong, and so heard, with", latex(wrong))
        )
    return as_percent(steps, error, r"P_{\text{avg}}")


def after_yes(odds: Odds) -> Derivation:
    """p(x|y): the first row's probability once the first answer was heard."""
    joint = through_channel(odds.prior, [shares for _, shares in odds.rows])
    likely = float(joint.posterior[0, 0])
    yes = [_fraction(float(p)) for p in joint.joint[:, 0]]
    steps = [
        DerivationStep(f"{name[0].upper()}{name[1:]}, and says yes:", latex(p))
        for (name, _), p in zip(odds.rows, yes, strict=True)
    ]
    formula = rf"\frac{{{latex(yes[0])}}}{{{' + '.join(map(latex, yes))}}} = {latex(_fraction(likely))}"
    return as_percent([*steps, DerivationStep("Of all who say yes:", formula)], likely, "P")


def odds_ratio(odds: Odds) -> Derivation:
    """e^ε: by how much one answer can multiply the odds at most."""
    channel = [shares for _, shares in odds.rows]
    ratio = math.exp(differential_privacy(channel))
    high, low = (_fraction(p) for p in (max(max(row) for row in channel), min(min(row) for row in channel)))
    steps = [
        DerivationStep(
            "An answer is heard from the one kind of people with one probability, from the other with another."
        ),
        DerivationStep("Their ratio:", rf"\frac{{{latex(high)}}}{{{latex(low)}}} = {latex(high / low)}"),
    ]
    return finished(steps, ratio, r"e^{\varepsilon}", f"That is {ratio:.4g} times.")


def information(odds: Odds) -> Derivation:
    """I(X;Y): how many bits one answer tells on average."""
    joint = through_channel(odds.prior, [shares for _, shares in odds.rows])
    before, gained = shannon_entropy(joint.prior), privacy_risks(joint).average
    steps = [
        DerivationStep("Uncertain before the answer, in bits:", f"H_1(X) = {before:.4g}"),
        DerivationStep("Still uncertain after it, on average:", f"H_1(X|Y) = {before - gained:.4f}"),
        DerivationStep("The answer tells the difference."),
    ]
    return finished(steps, gained, "I(X;Y)", f"That is {gained:.3f} bits.")


def less_often_wrong(odds: Odds) -> int:
    """Whose best guess is less often wrong (0 or 1); 2 where both are as often."""
    first, second = (min_entropy(shares) for _, shares in odds.rows)
    return 2 if first == second else 0 if first < second else 1


def entropy_of_first(odds: Odds) -> Derivation:
    """H_1 of the first belief, in bits."""
    shares = odds.rows[0][1]
    terms = " + ".join(
        rf"{list(shares).count(p)} \cdot {latex(_fraction(p))} \cdot {-math.log2(p):g}" for p in dict.fromkeys(shares)
    )
    steps = [
        DerivationStep("Each value has its surprise, log2 of one over its probability; the entropy is the mean.", terms)
    ]
    return finished(steps, shannon_entropy(shares), "H_1", f"That is {shannon_entropy(shares):g} bits.")


LESSON = Lesson(
    "best-guess",
    "How wrong is the best guess?",
    "Eve has to guess. Privacy is how often she is wrong.",
    (
        LessonStep(
            "Privacy as an error",
            "Another way to measure: let Eve guess as well as anybody could, and count how often she is wrong. Here "
            "she guesses the illness of a patient, whose age group she knows. The best guess is what is most "
            "frequent.",
            AIDS,
            Number("How often is she wrong, in the group where she does better?", error_in_worst_class),
            "Three of four under 40 have AIDS: she says AIDS, and is wrong 25 % of the time. In the other group all "
            "four illnesses are equally frequent, and she is wrong 75 % of the time.",
        ),
        LessonStep(
            "Uncertainty in bits",
            "Two Eves look for one among nine people. The first suspects one of them with 1/2, and the others a "
            "little. The second wavers between four. **Entropy** measures uncertainty in bits: 1 bit is a fair coin, "
            "2 bits are four equal possibilities.",
            CROWDS,
            Number("How many bits has the first Eve?", entropy_of_first, 0.0, 4.0, 0.1, "bits", 0.3),
            "2.5 bits: half a bit from her main suspect, and a quarter of a bit from each of the eight others. The "
            "second Eve has 2.",
        ),
        LessonStep(
            "More bits, more privacy?",
            "The first Eve is *more* uncertain: 2.5 bits against 2. Now both must name one person.",
            CROWDS,
            Choice(
                "Whose guess is less often wrong?",
                ("The first Eve's, with 2.5 bits", "The second Eve's, with 2 bits", "Both as often"),
                less_often_wrong,
            ),
            "The first Eve's! She is wrong in one of two cases, the second in three of four. Entropy is about the "
            "average; a single guess needs only the likeliest value. Which yardstick fits depends on what Eve does.",
        ),
        LessonStep(
            "Lying by the coin",
            "Ask a class: *did you ever cheat?* Each tells the truth in three of four cases and lies in one; nobody "
            "knows who. Half of the class cheated. Eve hears one answer and guesses.",
            EVEN,
            Number("How often is her guess wrong?", error_of_answers),
            "In one of four cases: she believes what she hears, and it is false that often. The teacher can still "
            "compute how many cheated in all. This is **randomised response**.",
        ),
        LessonStep(
            "When cheating is rare",
            "The same coin, but only one in ten cheated. A student says *yes*.",
            RARE,
            Number("How likely did that student cheat?", after_yes),
            "Only 25 %! Most who say yes are honest people whom the coin made lie. Eve's best guess is still *did not "
            "cheat*. What an answer proves depends on what was likely before.",
        ),
        LessonStep(
            "A promise for every case",
            "Can we promise something whatever was likely before? Compare how probable an answer is from those who "
            "cheated, and from those who did not.",
            RARE,
            Number("By how much can one answer multiply the odds?", odds_ratio, 1.0, 10.0, 0.5, "times", 0.5),
            "Three times, never more: 3/4 against 1/4. **Differential privacy** calls this e to the ε. Odds of 1 to 9 "
            "become 3 to 9, which is the 25 % of the step before.",
        ),
        LessonStep(
            "Could it be done better?",
            "Back to the class where half cheated: whether one student did is a full bit of uncertainty. Eve hears "
            "the answer, and her guess is then wrong in one of four cases.",
            EVEN,
            Number("How many bits does the answer tell her?", information, 0.0, 1.0, 0.05, "bits", 0.1),
            "Less than a fifth of a bit. There is a **bound**: no rule after which Eve is wrong at most this often can "
            "tell less. So the coin gives away no more than it must. Try others on the page *An attacker's error*.",
        ),
    ),
    "Rebollo-Monedero et al., Sections IV and V; Warner 1965",
    take_home="How private you are depends on what Eve does with what she knows: choose the yardstick by that.",
)
