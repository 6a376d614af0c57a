"""Charts of the leakage."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from leakage.measure.gradient import Addition
from leakage.workspace.figures.assessment import PoolSummary
from leakage.workspace.figures.belief import Fact
from leakage.workspace.vocabulary import MEANINGS, MISSING, RIGHT, WRONG
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, Table, plain
from pages.shell.words import change, count, percent

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
        for right, name, colour in ((True, "she learns it", RIGHT), (False, "she believes one more wrong value", WRONG))
    ]
    low, high = (1.05 * end([0.0, *(addition.slope for addition in shown)]) for end in (min, max))
    worst = max((a for a in additions if a.right), key=lambda addition: addition.slope, default=None)
    return spec.draw(
        "What would one more fact do?",
        marks,
        spec.points_axis("points of leakage (right is worse)", low, high if high > low else low + 0.01),
        spec.rows([plain(display_name(label)) for label in labels]),
        f"Most would be added by {display_name(worst.label)}: {change(worst.slope)}."
        if worst
        else "She has everything already.",
        height=spec.bars_height(len(labels)),
        barmode="overlay",
    )


# What does she have right, wrong, and what is she missing?


MOST_EACH = 18
_NAMES = {"right": "right: she has it", "wrong": "wrong: it misleads her", "missing": "missing: she lacks it"}


def composite_chart(facts: Sequence[Fact], display_name: Callable[[str], str]) -> Chart:
    """Bars, one a fact: how heavily she holds it, or how heavy what she lacks would be; the heaviest of each kind."""
    shown = [fact for meaning in MEANINGS for fact in [f for f in facts if f.meaning == meaning][:MOST_EACH]]
    # Places, not names, are the coordinates: two facts may begin alike. The first stands on top.
    places = {id(fact): len(shown) - 1 - number for number, fact in enumerate(shown)}
    names = {id(fact): plain(f"{display_name(fact.label)}: {fact.value}", 46) for fact in shown}
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
        "What does she have right, what wrong, and what is she missing?",
        marks,
        spec.axis("weight × confidence (missing: weight)", rangemode="tozero"),
        spec.rows([names[id(fact)] for fact in shown], [places[id(fact)] for fact in shown]),
        f"{alt}.",
        height=spec.bars_height(len(shown)) + 30,
        table=_facts_table(facts, display_name),
    )


def _name(meaning: str, left_out: int) -> str:
    return f"{_NAMES[meaning]}{f' ({left_out} lighter not drawn)' if left_out else ''}"


def _facts_table(facts: Sequence[Fact], display_name: Callable[[str], str]) -> Table:
    """Every fact, those not drawn as well."""
    rows = [(display_name(f.label), f.value, f.meaning, f.confidence, f.weight) for f in facts]
    return Table(("What", "Value", "Eve has it", "Confidence", "Weight"), tuple(rows))


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
    question: str, names: Sequence[str], values: Sequence[float], unit: str, one_more: int | None = None
) -> Chart:
    """Bars to the right for what raises leakage, to the left for what lowers it; the greatest on top.

    Arguments:
        question: the title.
        names, values: of all; the greatest are drawn.
        unit: what is drawn.
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
        spec.points_axis(unit, low - (room if low < 0 else 0.0), high + room, zeroline=True),
        spec.rows([plain(names[n]) for n in order]),
        _summary(names, values, order),
        height=spec.bars_height(len(order)),
    )


def _points(value: float) -> str:
    return change(value).removesuffix(" points")


def _summary(names: Sequence[str], values: Sequence[float], order: Sequence[int]) -> str:
    """What the bars say, in words; ``order`` is from the lowest to the highest."""
    if not order:
        return "Nothing contributes."
    low, high = order[0], order[-1]
    if values[high] > 0:
        return f"{names[high]} contributes most: {change(values[high])}."
    return f"{names[low]} protects most: {change(values[low])}."


# Who knows how much, alone and together?


MOST_POOLS = 25


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
        *(("pooled", RIGHT, summary) for summary in sorted(pooled, key=_leakage)),
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
            "%{customdata[0]}: leakage %{x:.4f}<br>%{customdata[1]} releases held, %{customdata[2]} records joined",
            text=[percent(pool.leakage) for kind, _, pool in ranks if kind == name],
        )
        for name, colour in {kind: colour for kind, colour, _ in ranks}.items()
    ]
    worst = max((summary for _, _, summary in ranks), key=_leakage)
    return spec.draw(
        "Who knows how much, alone and together?",
        marks,
        spec.share_axis(spec.LEAKAGE_AXIS, [0, 1.25], tickvals=[0, 0.5, 1]),
        spec.rows([plain(summary.pool.name) for _, _, summary in ranks]),
        f"Bars of leakage for {count(len(ranks), 'holder')}; {worst.pool.name} knows {percent(worst.leakage)}.",
        height=spec.bars_height(len(ranks)),
    )


def _leakage(summary: PoolSummary) -> float:
    return summary.leakage
