"""Charts of the leakage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

from leakage.measure.leakage import Addition
from leakage.record import Pair
from leakage.resolution.evidence import Waterfall
from leakage.workspace.figures.assessment import PoolSummary
from leakage.workspace.figures.facts import Fact
from leakage.workspace.vocabulary import MEANINGS, MISSING, RIGHT, WRONG
from pages.app.words import change, count, listed, percent
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, Table, plain

# What would one more fact do?


MOST_ADDITIONS = 20


def additions_chart(additions: Sequence[Addition], display_name: Callable[[str], str]) -> Chart:
    """One row a label: to the right what a true value would add, to the left what a wrong one would take off."""
    reach: dict[str, float] = {}
    for addition in additions:
        reach[addition.label] = reach.get(addition.label, 0.0) + abs(addition.slope)
    labels = sorted(reach, key=lambda label: reach[label])[-MOST_ADDITIONS:]
    shown = [addition for addition in additions if addition.label in labels]
    marks = [
        spec.bars(
            name,
            [(labels.index(addition.label), addition.slope) for addition in shown if addition.right == right],
            colour,
            [
                f"{plain(display_name(addition.label))}, {name}: {addition.slope:+.4f}"
                for addition in shown
                if addition.right == right
            ],
        )
        for right, name, colour in ((True, "Eve learns it", RIGHT), (False, "Eve believes a wrong value", WRONG))
    ]
    low, high = (1.05 * end([0.0, *(addition.slope for addition in shown)]) for end in (min, max))
    worst = max((a for a in additions if a.right), key=lambda addition: addition.slope, default=None)
    return spec.draw(
        "What would one more fact do?",
        marks,
        spec.points_axis("points", low, high if high > low else low + 0.01),
        spec.rows([plain(display_name(label)) for label in labels]),
        f"{display_name(worst.label)} would add most: {change(worst.slope)}."
        if worst
        else "Eve has everything already.",
        height=spec.bars_height(len(labels)),
        barmode="overlay",
    )


# What is right, wrong or missing?


MOST_EACH, LONGEST = 5, 36
"""Facts of each kind that are drawn, and characters of a name: on a phone the bars need room too."""


def composite_chart(
    facts: Sequence[Fact], display_name: Callable[[str], str], givers: Mapping[Pair, list[str]] | None = None
) -> Chart:
    """Bars, one a fact: how much it counts as surely as she has it, or what she lacks; the heaviest of each kind.

    Arguments:
        facts: of a record.
        display_name: what a label is called.
        givers: who told her each pair.
    """
    shown = [fact for meaning in MEANINGS for fact in [f for f in facts if f.meaning == meaning][:MOST_EACH]]
    # Places, not names, are the coordinates: two facts may begin alike. The first stands on top.
    places = {id(fact): len(shown) - 1 - number for number, fact in enumerate(shown)}
    names = {id(fact): plain(f"{display_name(fact.label)}: {fact.value}", LONGEST) for fact in shown}
    counts = {meaning: sum(fact.meaning == meaning for fact in facts) for meaning in MEANINGS}
    marks = [
        spec.bars(
            _name(meaning, counts[meaning] - len(kept)),
            [
                (
                    places[id(f)],
                    f.weight * (1 if meaning == "missing" else f.confidence),
                    names[id(f)],
                    f.weight,
                    f.confidence,
                )
                for f in kept
            ],
            colour,
            f"%{{customdata[0]}}<br>{meaning}; weight %{{customdata[1]:g}}, confidence %{{customdata[2]:g}}",
            marker=_marker(meaning, colour),
        )
        for meaning, colour in MEANINGS.items()
        if (kept := [fact for fact in shown if fact.meaning == meaning])
    ]
    alt = ", ".join(f"{count(number, 'fact')} {meaning}" for meaning, number in counts.items())
    return spec.draw(
        "What is right, wrong or missing?",
        marks,
        spec.axis("weight", rangemode="tozero"),
        spec.rows([names[id(fact)] for fact in shown], [places[id(fact)] for fact in shown]),
        f"{alt}.",
        height=spec.bars_height(len(shown)),
        table=_facts_table(facts, display_name, givers or {}),
    )


def _name(meaning: str, left_out: int) -> str:
    return f"{meaning} ({left_out} lighter not drawn)" if left_out else meaning


def _facts_table(facts: Sequence[Fact], display_name: Callable[[str], str], givers: Mapping[Pair, list[str]]) -> Table:
    """Every fact, those not drawn as well."""
    rows = [
        (
            display_name(f.label),
            f.value,
            f.meaning,
            listed(givers.get((f.label, f.value), []), 5),
            f.confidence,
            f.weight,
        )
        for f in facts
    ]
    return Table(("What", "Value", "Eve has it", "Who told her", "Confidence", "Weight"), tuple(rows))


def _marker(meaning: str, colour: str) -> dict[str, object]:
    """Filled for what is right, hatched for what is wrong, hollow for what is missing: told apart without colour."""
    filled = {"color": "rgba(0,0,0,0)"} if meaning == "missing" else spec.bar_marker(colour)
    return {**filled, "line": {"color": colour, "width": 1.5}}


# Which release, or which fact, gives most away?


MOST_CONTRIBUTIONS = 25


def ranked(values: Sequence[float]) -> list[int]:
    """The numbers of the values, the greatest first, whichever way they go."""
    return sorted(range(len(values)), key=lambda n: -abs(values[n]))


def contributions_chart(
    question: str, names: Sequence[str], values: Sequence[float], one_more: int | None = None
) -> Chart:
    """Bars to the right for what raises leakage, to the left for what lowers it; the greatest on top.

    Arguments:
        question: the title.
        names, values: of all; the greatest are drawn.
        one_more: the number of one that is drawn as well.
    """
    order = ranked(values)[:MOST_CONTRIBUTIONS] + ([] if one_more is None else [one_more])
    order.sort(key=lambda n: values[n])
    shown = [values[n] for n in order]
    low, high = min([0.0, *shown]), max([0.0, *shown])
    # Beside the bars stand their numbers, on a phone as well.
    room = 0.25 * ((high - low) or 0.01)
    return spec.draw(
        question,
        [
            spec.bars(
                "",
                list(enumerate(shown)),
                [RIGHT if value > 0 else WRONG for value in shown],
                [f"{plain(names[n], 80)}: {values[n]:+.4f}" for n in order],
                text=[_points(value) for value in shown],
            )
        ],
        spec.points_axis("points", low - (room if low < 0 else 0.0), high + room, zeroline=True),
        spec.rows([plain(names[n]) for n in order]),
        _summary(names, values, order),
        height=spec.bars_height(len(order)),
        table=Table(("Which", "Points"), tuple((names[n], 100 * values[n]) for n in ranked(values))),
    )


def _points(value: float) -> str:
    return change(value).removesuffix(" points")


def _summary(names: Sequence[str], values: Sequence[float], order: Sequence[int]) -> str:
    """What the bars say, in words; ``order`` is from the lowest to the highest."""
    if not order:
        return "None makes a difference by itself."
    low, high = order[0], order[-1]
    if values[high] > 0:
        return f"{names[high]} gives most away: {change(values[high])}."
    return f"{names[low]} protects most: {change(values[low])}."


# Who knows how much, alone and together?


MOST_POOLS = 15


def most_telling_first(summaries: Sequence[PoolSummary]) -> list[PoolSummary]:
    """Those who know most first."""
    return sorted(summaries, key=_leakage, reverse=True)


def pools_chart(
    alone: Sequence[PoolSummary], pooled: Sequence[PoolSummary], one_more: PoolSummary | None = None
) -> Chart:
    """Bars of leakage: the recipients who know most alone, one more if wanted, and the pools, the worst on top."""
    drawn = [*most_telling_first(alone)[:MOST_POOLS], *([one_more] if one_more else [])]
    ranks = [
        *(("alone", MISSING, summary) for summary in sorted(drawn, key=_leakage)),
        *(("sharing", RIGHT, summary) for summary in sorted(pooled, key=_leakage)),
    ]
    marks = [
        spec.bars(
            name,
            [
                (row, pool.leakage, plain(pool.pool.name), len(pool.pool.releases), pool.joined)
                for row, (kind, _, pool) in enumerate(ranks)
                if kind == name
            ],
            colour,
            "%{customdata[0]}: %{x:.2%}<br>%{customdata[1]} accounts, %{customdata[2]} records joined",
            text=[percent(pool.leakage) for kind, _, pool in ranks if kind == name],
        )
        for name, colour in {kind: colour for kind, colour, _ in ranks}.items()
    ]
    worst = max((summary for _, _, summary in ranks), key=_leakage)
    return spec.draw(
        "Who knows how much, alone and together?",
        marks,
        spec.share_axis("Eve would know", [0, 1.25], tickvals=[0, 0.5, 1]),
        spec.rows([plain(summary.pool.name) for _, _, summary in ranks]),
        f"{count(len(ranks), 'bar')} of how much each would know; {worst.pool.name} knows {percent(worst.leakage)}.",
        height=spec.bars_height(len(ranks)),
    )


def _leakage(summary: PoolSummary) -> float:
    return summary.leakage


# What speaks for the same person?


BEFORE, TOGETHER = "before comparing", "all together"


def waterfall_chart(waterfall: Waterfall, named: Callable[[str], str]) -> Chart:
    """From the prior by what each label says to the match weight, in bits; for one person to the right.

    Arguments:
        waterfall: the join.
        named: what a label is called.
    """
    names = [BEFORE, *(f"{named(step.label)} is {step.agreement}" for step in waterfall.steps), TOGETHER]
    weights = [waterfall.prior, *(step.weight for step in waterfall.steps), waterfall.weight]
    # Each bar begins where the one before it ended; the last, the sum, at nothing.
    starts = [0.0, *accumulate(weights[:-2]), 0.0]
    marks = [
        spec.bars(
            name,
            # Numbered, for two labels may be called alike.
            [(-n, weights[n]) for n in kept],
            colour,
            [f"{plain(names[n])}: {weights[n]:+.4f} bits" for n in kept],
            base=[starts[n] for n in kept],
            text=[f"{weights[n]:+.1f}".replace("-", "−") for n in kept],
        )
        for name, colour, speaks_for in (("same person", RIGHT, True), ("somebody else", MISSING, False))
        if (kept := [n for n, weight in enumerate(weights) if (weight >= 0.0) is speaks_for])
    ]
    return spec.draw(
        "What speaks for the same person?",
        marks,
        spec.axis("bits of evidence", _with_room(starts, weights), zeroline=True),
        spec.rows([plain(name, 28) for name in names], [-n for n in range(len(names))]),
        f"The evidence adds up to {waterfall.weight:.1f} bits, which makes it {percent(waterfall.probability)} likely.",
        height=spec.bars_height(len(names)),
        table=Table(("What", "Bits"), tuple(zip(names, weights, strict=True))),
    )


def _with_room(starts: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The ends of the axis, with room for a number beside the outermost bars."""
    ends = [0.0, *(start + weight for start, weight in zip(starts, weights, strict=True))]
    room = 0.15 * (max(ends) - min(ends) or 1.0)
    return [min(ends) - room, max(ends) + room]
