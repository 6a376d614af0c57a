"""An attacker's error: privacy as what the best possible guess still gets wrong."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.published import channels, estimation
from leakage.published.bounds import average_reduction, privacy_reduction, privacy_risks
from leakage.published.entropy import degree_of_anonymity, renyi_entropy
from leakage.published.estimation import confidence_set, error_among, estimation_error, through_channel
from leakage.published.information import conditionally_typical_set, rate_curve, rate_within, typical_set
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from pages import catalogue
from pages.app import charts, page
from pages.app.charts import show
from pages.app.words import count, percent

page.open_page(catalogue.ATTACKERS_ERROR, "Eve guesses as well as anyone can. How wrong is she still?")

IMPORTS = "import numpy as np\n\nfrom leakage.published import bounds, channels, entropy, estimation, information\n\n"
HIGHEST, SLACK = 7.0, 0.1  # The greatest ε drawn; bits a value by which typical sequences vary.


def beside(lead: str) -> tuple[DeltaGenerator, DeltaGenerator]:
    """The places of the inputs, below what they are about, and of what comes of them."""
    inputs, outcome = st.columns([2, 3], gap="large")
    inputs.markdown(lead)
    return inputs, outcome


def slide(label: str, least: int, most: int, value: int, name: str, step: int = 1) -> int:
    """What a slider is at; it keeps its place while other pages are open."""
    return st.slider(label, least, most, value, step, key=f"guessing-{name}", persist_state="session")


def choose(label: str, numbers: Sequence[float], value: float, name: str, say: Callable[[float], str]) -> float:
    """A number of some, infinity among them."""
    return st.select_slider(label, numbers, value, say, key=f"guessing-{name}", persist_state="session")


def draw(
    place: DeltaGenerator, question: str, marks: list[charts.Mark], axes: tuple[charts.Axis, charts.Axis], *words: str
) -> None:
    """What comes of the choice, also the chart's alternative text, the chart, the definition, and the script."""
    first, second, definition, script = words
    with place:
        st.subheader(first, anchor=False)
        st.text(second)
        show(charts.draw(question, marks, *axes, first, height=260), f"guessing-{question}")
        with st.popover("Definition", icon=":material/function:"):
            st.markdown(f"{definition}\n\n*§: section of Rebollo-Monedero et al.*")
    page.as_python(catalogue.ATTACKERS_ERROR, f"{IMPORTS}{script}\n")


def chosen(points: Sequence[tuple[float, float]], colours: str | Sequence[str]) -> charts.Mark:
    """The points that the sliders choose."""
    return charts.dots("chosen", points, colours, None, size=14)


def digits(number: float) -> str:
    """A number that may be infinite."""
    return "∞" if math.isinf(number) else f"{number:.2f}"


def show_lies() -> None:
    """An answer that may be a lie: ε against the error."""
    inputs, outcome = beside("**You answer a delicate question, and sometimes you lie.**")
    with inputs:
        answers = slide("How many answers are there?", 2, 10, 2, "answers")
        # More lies than a blind guess is wrong would tell the truth by what they leave out.
        lie = slide("How often is it a lie? (%)", 0, math.floor(100 * error_among(answers)), 25, f"lie-{answers}") / 100
        first = slide("For how many is the first true? (%)", 1, 99, 50, "prior") / 100 if answers == 2 else 1 / answers
    prior = [first, *[(1.0 - first) / (answers - 1)] * (answers - 1)]

    def at(lies: float) -> tuple[float, float]:
        rule = channels.randomised_response(1.0 - lies, answers)
        return estimation_error(through_channel(prior, rule)).average, channels.differential_privacy(rule)

    error, epsilon = at(lie)
    curve = [(*at(lies), lies) for lies in np.linspace(0.001, error_among(answers), 120).tolist()]
    blind = 1.0 - max(prior)
    draw(
        outcome,
        "How much may an answer give away?",
        [
            charts.line("lies from few to many", curve, RIGHT, "%{customdata:.1%} lies: wrong %{x:.1%}, ε %{y:.3f}"),
            chosen([(error, min(epsilon, HIGHEST))], RIGHT),
            charts.level("a blind guess", (blind, 0), (blind, HIGHEST), "a blind guess is wrong %{x:.1%}"),
        ],
        (charts.share_axis("she is wrong (more is safer)", [-0.02, 1]), charts.axis("ε (more is worse)", [-0.1, 7.3])),
        f"With {percent(lie)} lies her guess is wrong {percent(error)} of the time, a blind one {percent(blind)}.",
        f"ε = {digits(epsilon)}: another truth makes an answer up to {digits(math.exp(epsilon))} times as likely.",
        r"$P_{avg}=E\,[1-\max_x p(x|Y)]$ (§IV), $\varepsilon=\max_{y,x,x'}\ln\frac{p(y|x)}{p(y|x')}$ (§V-B3). Higher "
        "error is more private, lower ε safer; without lies ε is infinite. Randomised response: Warner 1965.",
        f"rule = channels.randomised_response({1.0 - lie}, {answers})\n"
        f"print(estimation.estimation_error(estimation.through_channel({prior}, rule)).average)\n"
        "print(channels.differential_privacy(rule))",
    )


def show_trade_off() -> None:
    """Figure 3: the most privacy that useful answers allow."""
    inputs, outcome = beside("**The answers must be useful too.** What you gain, the asker loses.")
    with inputs:
        least = slide("How often must an answer be true, at least? (%)", 51, 100, 80, "useful") / 100
    most = channels.greatest_privacy(least)
    points = [channels.trade_off(flip) for flip in np.linspace(0.0, 0.5, 51).tolist()]
    parts = {
        "useful enough": (charts.Look(WRONG, width=4), [p for p in points if p.utility >= least - 1e-9]),
        "not useful enough": (charts.Look(MISSING, "dot"), [p for p in points if p.utility <= least + 1e-9]),
    }
    hover = "p = %{customdata:.2f}: true %{x:.1%} of the time, wrong %{y:.1%}"
    lines = [
        charts.line(n, [(p.utility, p.privacy, p.flip) for p in ps], look, hover) for n, (look, ps) in parts.items()
    ]
    draw(
        outcome,
        "How private can useful answers be?",
        [*lines, chosen([(least, most)], WRONG)],
        (charts.share_axis("U: the answer is true", [0.48, 1.02]), charts.share_axis("P: Eve is wrong", [-0.02, 0.54])),
        f"If {percent(least)} must be true, she is wrong at most {percent(most)} of the time.",
        "Each point of privacy costs a point of usefulness.",
        r"A bit is flipped with $p<1/2$: $P_{avg}=p$, $U=1-D=1-p$, so $P_{avg,max}=1-u_0$ (§IV-D, Figure 3).",
        f"print(channels.greatest_privacy({least}))",
    )


def show_count() -> None:
    """A published count, for an Eve who knows all other answers."""
    inputs, outcome = beside("**Only a count of yes answers is published, with noise.** Eve knows all other answers.")
    with inputs:
        people = slide("How many answer?", 1, 50, 20, "people")
        wrong = slide("How often may the count be wrong? (%)", 0, 90, 50, "blur", 5)

    def at(percentage: int) -> tuple[float, float]:
        # The noise whose ratio is α misses with probability 2α / (1 + α).
        rule = channels.blurred_count(people, percentage / (200 - percentage))
        pairs = [(others, others + 1) for others in range(people)]
        heard = [through_channel([0.5, 0.5], rule[list(pair)]) for pair in pairs]
        epsilon = channels.database_privacy(np.eye(people + 1), rule, pairs)
        return epsilon, min(estimation_error(joint).average for joint in heard)

    epsilon, error = at(wrong)
    curve = [(*at(percentage), percentage) for percentage in range(90, 0, -5)]
    draw(
        outcome,
        "How much does a count show of one answer?",
        [
            charts.line("noise from much to little", curve, RIGHT, "wrong %{customdata} %: ε %{x:.2f}, %{y:.1%}"),
            *([] if math.isinf(epsilon) else [chosen([(epsilon, error)], RIGHT)]),
        ],
        (charts.axis("ε (higher is worse)"), charts.share_axis("she is wrong about you", [-0.02, 0.54])),
        f"ε = {digits(epsilon)}, and knowing all the others she is wrong about you {percent(error)} of the time.",
        "The noise does not grow with the number of answers, so a large count suffers less.",
        r"$\varepsilon=\max_{y,d,d'}\ln\frac{p_Y(y)}{p'_Y(y)}$ over databases $d,d'$ that differ by one record "
        r"(§V-B3). Noise is geometric, each step away $\alpha$ times as likely, $\varepsilon=-\ln\alpha$ (Ghosh 2009).",
        f"rule = channels.blurred_count({people}, {wrong / (200 - wrong)})\n"
        f"pairs = [(others, others + 1) for others in range({people})]\n"
        f"heard = [estimation.through_channel([0.5, 0.5], rule[list(pair)]) for pair in pairs]\n"
        f"print(channels.database_privacy(np.eye({people + 1}), rule, pairs))\n"
        "print(min(estimation.estimation_error(joint).average for joint in heard))",
    )


SPREADS = (50.0, 100.0, 200.0, 500.0, 1_000.0, 2_000.0, 5_000.0, math.inf)


def show_place() -> None:
    """A place given with noise: how far off the guess is, and what the noise costs."""
    inputs, outcome = beside("**You give an app your place with noise.** Eve weighs it against where you usually are.")
    with inputs:
        noise = slide("Noise in each direction, σ (metres)", 0, 2_000, 300, "noise", 25)
        label = "How far around do you usually move, s (metres)?"
        spread = choose(label, SPREADS, 1_000.0, "spread", lambda s: "no idea" if math.isinf(s) else f"{s:,.0f}")
    privacies = {n: channels.location_privacy(n, spread) for n in range(0, 2_001, 25)}
    app = {n: math.sqrt(p.distortion) for n, p in privacies.items()}
    eve = {n: math.sqrt(p.privacy) for n, p in privacies.items()}
    limit = "" if math.isinf(spread) else f", so it is never more than {math.sqrt(2) * spread:,.0f} m off"
    hover = "σ = %{x:,} m: %{y:,.0f} m off"
    draw(
        outcome,
        "How far off is her guess?",
        [
            charts.line("the app: what noise costs you", app.items(), charts.Look(MISSING, "dash", width=3), hover),
            charts.line("Eve: what it gives you", eve.items(), WRONG, hover, width=3),
            chosen([(noise, app[noise]), (noise, eve[noise])], [MISSING, WRONG]),
        ],
        (charts.axis("noise each way, σ (metres)"), charts.axis("metres off (RMS)", rangemode="tozero")),
        f"Her guess is {eve[noise]:,.0f} m off, and the app {app[noise]:,.0f} m.",
        f"She also uses what she knows of you{limit}.",
        r"$P_{avg}=E\,\|X-\hat X\|^2=2\sigma^2s^2/(\sigma^2+s^2)$ for Gaussian places and noise, and $D=2\sigma^2$. "
        "Higher error is more private (§VI-A).",
        f'found = channels.location_privacy({noise}, float("{spread}"))\n'
        "print(found.distortion**0.5, found.privacy**0.5)",
    )


def show_message() -> None:
    """Crowds: who wrote the message?"""
    inputs, outcome = beside("**A message is handed round before one of you sends it.** The server sees who sends.")
    with inputs:
        users = slide("How many people are in the group, n?", 2, 100, 10, "users")
        direct = slide("How often is it sent at once, p (%)?", 5, 100, 25, "direct", 5) / 100
    error = channels.crowds_privacy(users, direct)
    degree = degree_of_anonymity(channels.crowds(users, direct).posterior[:, 0])
    curve = [(p / 100, channels.crowds_privacy(users, p / 100)) for p in range(5, 101, 5)]
    line = charts.line("(1 − p)(1 − 1/n)", curve, WRONG, "p = %{x:.0%}: wrong %{y:.1%} of the time", width=3)
    draw(
        outcome,
        "Who wrote the message?",
        [line, chosen([(direct, error)], WRONG)],
        (charts.share_axis("p: sent at once", [0, 1.03]), charts.share_axis("her guess is wrong", [-0.03, 1.0])),
        f"Her guess is wrong {percent(error)} of the time, and the degree of anonymity is {degree:.3f}.",
        f"A message is passed on {(1 - direct) / direct:.1f} times on average: privacy costs delay.",
        r"$p(y|x)=p\,[x=y]+(1-p)/n$, so $P(y)=(1-p)(1-1/n)$ (§VI-B, eq. (10)). The degree of anonymity is "
        r"$H(X|y)/\log_2 n$ (§II-A; Díaz et al. 2002), 1 if all are equally likely.",
        f"print(channels.crowds_privacy({users}, {direct}))\n"
        f"print(entropy.degree_of_anonymity(channels.crowds({users}, {direct}).posterior[:, 0]))",
    )


ORDERS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0, math.inf)
NAMES = {0.0: "0 (Hartley's)", 1.0: "1 (Shannon's)", math.inf: "∞ (min-entropy)"}


def belief(part: str) -> list[float]:
    """What she thinks of the values: one is likelier, the others alike."""
    values = slide("How many values are possible?", 2, 32, 8, f"values-{part}")
    least = math.ceil(100 / values)
    name = f"likeliest-{values}-{part}"
    likeliest = slide("How likely is the likeliest? (%)", least, 100, max(least, 50), name) / 100
    return [likeliest, *[(1.0 - likeliest) / (values - 1)] * (values - 1)]


def show_entropies() -> None:
    """The entropies of every order of one belief."""
    inputs, outcome = beside("**Eve thinks several values possible, one of them more likely.**")
    with inputs:
        likely = belief("entropies")
        order = choose("Order α of Rényi's entropy", ORDERS, 2.0, "order", lambda a: NAMES.get(a, f"{a:g}"))
    entropy, low, degree = renyi_entropy(likely, order), renyi_entropy(likely, math.inf), degree_of_anonymity(likely)
    curve = [(alpha, renyi_entropy(likely, alpha)) for alpha in np.linspace(0.0, 10.0, 101).tolist()]
    draw(
        outcome,
        "How uncertain is she, by each order?",
        [
            charts.line("Rényi's entropy", curve, WRONG, "α = %{x:.2f}: %{y:.3f} bits", width=3),
            charts.level("min-entropy, α = ∞", (0, low), (10, low), "α = ∞: %{y:.3f} bits"),
            charts.dots("Hartley's and Shannon's", [curve[0], curve[10]], MISSING, "%{y:.3f} bits", symbol="square"),
            charts.ring("chosen", (min(order, 10.0), entropy), WRONG),
        ],
        (charts.axis("order α", [-0.3, 10.3]), charts.axis("bits", [-0.1, 1.12 * max(curve[0][1], 0.5)])),
        f"{entropy:.3f} bits: as uncertain as among {2**entropy:.2f} equally likely values.",
        f"Her best guess is wrong {percent(1.0 - max(likely))} of the time; the degree of anonymity is {degree:.3f}.",
        r"$H_\alpha=\frac{1}{1-\alpha}\log_2\sum_i p_i^\alpha$, $H_\infty\le H_1\le H_0$ (§V-A1, (6), (7)). Hartley's "
        r"counts the values (best case for you), Shannon's is the average, min-entropy the worst: $1-2^{-H_\infty}$.",
        f'print(entropy.renyi_entropy({likely}, float("{order}")))\nprint(entropy.degree_of_anonymity({likely}))',
    )


def show_sets() -> None:
    """The fewest values that hold the true one as surely as Eve wants."""
    inputs, outcome = beside("**Eve looks into the likeliest values until she is sure.**")
    with inputs:
        likely = belief("sets")
        sure = slide("How sure does Eve want to be? (%)", 50, 100, 90, "sure", 5) / 100
    guesses = confidence_set(likely, sure)
    steps = [(c / 100, len(confidence_set(likely, c / 100).members)) for c in range(1, 101)]
    draw(
        outcome,
        "How many values must she check?",
        [
            charts.line("smallest set", steps, charts.Look(WRONG, width=3, stairs=True), "%{x:.0%}: %{y} values"),
            chosen([(sure, len(guesses.members))], WRONG),
        ],
        (charts.share_axis("how sure she wants to be"), charts.axis("values (more is safer)", rangemode="tozero")),
        f"For {percent(sure)} she must look into {count(len(guesses.members), 'value')} at least.",
        f"A guess among them is wrong {percent(guesses.error)} of the time.",
        r"The smallest $C$ with $P\{X\in C\}\ge p$; a guess among its members errs with $1-1/|C|$ (§V-A1).",
        f"found = estimation.confidence_set({likely}, {sure})\nprint(len(found.members), found.error)",
    )


def show_sequences() -> None:
    """Typical sequences, and those that remain once she has heard answers."""
    inputs, outcome = beside("**You have many yes-or-no secrets of one kind, and answer each with lies.**")
    with inputs:
        yes = slide("How often is the secret “yes”? (%)", 5, 50, 30, "typical-yes", 5) / 100
        lie = slide("How often is the answer a lie? (%)", 0, 50, 10, "typical-lie", 5) / 100
        times = slide("How many secrets, k?", 1, 60, 40, "times")
    joint = through_channel([yes, 1.0 - yes], channels.randomised_response(1.0 - lie))
    ones = {k: round(k * float(joint.observation[0])) for k in range(1, 61)}
    before = {k: typical_set([yes, 1.0 - yes], k, SLACK) for k in ones}
    after = {k: conditionally_typical_set(joint, [0] * n + [1] * (k - n), SLACK) for k, n in ones.items()}
    lines = [
        charts.line(name, [(k, found[k].bits) for k in ones if found[k].size], look, "k = %{x}: 2<sup>%{y:.1f}</sup>")
        for name, found, look in (
            ("typical", before, charts.Look(WRONG, symbol="circle", size=5)),
            ("typical with what she heard", after, charts.Look(RIGHT, symbol="diamond", size=5)),
        )
    ]
    first, second = (f"2^{found[times].bits:.1f}" if found[times].size else "none" for found in (before, after))
    draw(
        outcome,
        "Among how many sequences does the truth lie?",
        [charts.level("all", (1, 1), (60, 60), "2<sup>%{y}</sup>"), *lines],
        (charts.axis("secrets, k"), charts.axis("bits, log₂ (more is safer)", rangemode="tozero")),
        f"Of 2^{times} sequences {first} are typical, and {second} once she has heard the answers.",
        f"The exponents near kH(X) = {before[times].expected_bits:.1f} and kH(X|Y) = {after[times].expected_bits:.1f}.",
        r"$T=\{x^k:|-\frac1k\log_2p(x^k)-H(X)|\le\varepsilon\}$, ε = 0.1 bits, $|T|\le2^{k(H+\varepsilon)}$ (§V-A2); "
        "conditionally typical are those jointly typical with what she heard. Long ones nearly always hold the truth.",
        f"joint = estimation.through_channel({[yes, 1.0 - yes]}, channels.randomised_response({1.0 - lie}))\n"
        f"answers = {[0] * ones[times] + [1] * (times - ones[times])}\n"
        f"print(information.typical_set({[yes, 1.0 - yes]}, {times}, {SLACK}).bits)\n"
        f"print(information.conditionally_typical_set(joint, answers, {SLACK}).bits)",
    )


def heard(part: str) -> tuple[dict[int, estimation.JointDistribution], int, str]:
    """What is so and what is heard, for each share of lies in per cent, the share chosen, and its line of Python."""
    yes = slide("How often is the truth “yes”? (%)", 5, 50, 30, f"yes-{part}", 5) / 100
    lie = slide("How often is the answer a lie? (%)", 1, 50, 20, f"lie-{part}")
    rules = {n: channels.randomised_response(1.0 - n / 100) for n in range(1, 51)}
    script = f"through_channel({[yes, 1.0 - yes]}, channels.randomised_response({1.0 - lie / 100}))"
    joints = {n: through_channel([yes, 1.0 - yes], rule) for n, rule in rules.items()}
    return joints, lie, f"joint = estimation.{script}\n"


def show_bits() -> None:
    """R ≤ t ≤ δ."""
    inputs, outcome = beside("**Eve hears an answer that may be a lie.** How many bits does it reveal?")
    with inputs:
        joints, lie, script = heard("bits")
    risks = {n: privacy_risks(joint) for n, joint in joints.items()}
    bits = {n: [risk.average, risk.closeness, risk.disclosure] for n, risk in risks.items()}
    draw(
        outcome,
        "How many bits does the answer reveal?",
        over_lies(("R: on average", "t: worst answer", "δ: worst value"), bits, lie),
        (charts.share_axis("lies", [0, 0.52]), charts.axis("bits (higher is worse)", rangemode="tozero")),
        "R = {:.3f} ≤ t = {:.3f} ≤ δ = {:.3f} bits.".format(*bits[lie]),
        "On average, for the worst answer, and for the worst value of all.",
        r"$R=I(X;Y)=E_Y D(p(\cdot|Y)\|p)$, $t=\max_y D(p(\cdot|y)\|p)$, "
        r"$\delta=\max_{x,y}|\log_2\frac{p(x|y)}{p(x)}|$; $R\le t\le\delta$ (§V-B2, V-B3). Lower is safer.",
        f"{script}risk = bounds.privacy_risks(joint)\nprint(risk.average, risk.closeness, risk.disclosure)",
    )


def show_bounds() -> None:
    """ΔP ≤ 4 TV ≤ 2√2 √D."""
    inputs, outcome = beside("**Eve hears an answer that may be a lie.** How much less wrong is she than before?")
    with inputs:
        joints, lie, script = heard("bounds")
    taken = {}
    for n, joint in joints.items():
        bound = privacy_reduction(joint.prior, joint.posterior)
        worst = int(np.argmax(bound.by_total_variation))
        taken[n] = [float(b[worst]) for b in (bound.reduction, bound.by_total_variation, bound.by_divergence)]
    average = average_reduction(joints[lie])
    draw(
        outcome,
        "How much privacy can an answer take?",
        over_lies(("ΔP: what it takes", "4·TV", "2√2·√D"), taken, lie),
        (charts.share_axis("lies", [0, 0.52]), charts.share_axis("privacy taken", None)),
        "ΔP = {} ≤ 4·TV = {} ≤ 2√2·√D = {}.".format(*map(percent, taken[lie])),
        f"On average {percent(math.sqrt(average.mean_square))} ≤ {percent(math.sqrt(8 * average.information))}.",
        r"$\Delta P(y)=E_p d(X,\hat x_q)-E_p d(X,\hat x_p)\le4d_{max}TV(p\|q)\le2\sqrt2d_{max}\sqrt{D(p\|q)}$, $D$ in "
        r"nats (§V-B1, eq. (8)); $E\,\Delta P(Y)^2\le8d_{max}^2I(X;Y)$ (§V-B2). 100 % or more rules nothing out.",
        f"{script}bound = bounds.privacy_reduction(joint.prior, joint.posterior)\n"
        "worst = int(np.argmax(bound.by_total_variation))\n"
        "print(*(found[worst] for found in (bound.reduction, bound.by_total_variation, bound.by_divergence)))",
    )


def over_lies(names: Sequence[str], found: Mapping[int, Sequence[float]], lie: int) -> list[charts.Mark]:
    """Three lines over how often the answer is a lie."""
    looks = charts.Look(RIGHT, width=3), charts.Look(WRONG, "dash"), charts.Look(MISSING, "dot")
    lines = [
        charts.line(name, [(n / 100, three[place]) for n, three in found.items()], look, "%{x:.0%} lies: %{y:.3f}")
        for place, (name, look) in enumerate(zip(names, looks, strict=True))
    ]
    return [*lines, chosen([(lie / 100, number) for number in found[lie]], [RIGHT, WRONG, MISSING])]


def show_rates() -> None:
    """The fewest bits for each error of the readers, and how many lies tell."""
    inputs, outcome = beside("**You must say something about a secret, and readers may be wrong now and then.**")
    with inputs:
        yes = slide("How often is the secret “yes”? (%)", 5, 50, 50, "yes", 5) / 100
        wrong = slide("How often may a reader be wrong? (%)", 0, 50, 10, "wrong") / 100
    prior = [yes, 1.0 - yes]
    bits = privacy_risks(through_channel(prior, channels.randomised_response(1.0 - wrong))).average
    curve, least = rate_curve(prior), rate_within(prior, "hamming", wrong)
    hover = "wrong %{x:.1%} of the time: %{y:.3f} bits"
    draw(
        outcome,
        "How little must be told?",
        [
            charts.line("nothing lies below", curve, MISSING, hover, width=3, fill="tozeroy"),
            charts.dots("the least", [(least.distortion, least.rate)], RIGHT, hover, size=13),
            charts.ring("lies", (wrong, bits), RIGHT),
        ],
        (charts.share_axis("readers are wrong", None), charts.axis("bits told (higher is worse)", rangemode="tozero")),
        f"At least {least.rate:.3f} bits must be told where readers are wrong {percent(wrong)} of the time.",
        f"Lies tell {bits:.3f}; fewer are more private.",
        r"$\min I(X;Y)$ over $p(y|x)$ with $E\,d(X,Y)\le D$: nothing lies below this curve (§V-B2, eq. (9)).",
        f'least = information.rate_within({prior}, "hamming", {wrong})\nprint(least.distortion)\nprint(least.rate)',
    )


PARTS: dict[str, Callable[[], Any]] = {
    "Lies": show_lies,
    "Useful lies": show_trade_off,
    "A count": show_count,
    "A place": show_place,
    "A message": show_message,
    "Entropies": show_entropies,
    "Sets": show_sets,
    "Sequences": show_sequences,
    "Bits": show_bits,
    "Bounds": show_bounds,
    "Least told": show_rates,
}
# A slider draws its own tab anew, and nothing else.
page.show_tabs({title: st.fragment(part) for title, part in PARTS.items()}, key="guessing-tab")
