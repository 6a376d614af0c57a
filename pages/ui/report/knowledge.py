"""The sections of a report that say what Eve knows, each a pure function of the figures."""

from __future__ import annotations

from collections.abc import Sequence

from leakage.workspace.belief import Fact
from leakage.workspace.exporting.drawing import Bar, Tone, bars
from leakage.workspace.exporting.markup import Markup, element, joined, words
from leakage.workspace.exporting.report_figures import ReportFigures
from leakage.workspace.glance import PoolGlance
from pages.ui.dashboard import record_name
from pages.ui.report.masking import Values
from pages.ui.report.parts import LEAKAGE, MOST_BARS, figure, named_row, rows_of, section, sure
from pages.ui.words import amount, count, percent

_MEANINGS: dict[str, str] = {
    "right": "facts of yours. Fewer is better for you.",
    "wrong": "beliefs that mislead her. They protect you.",
    "missing": "facts of yours. More is better for you.",
}
_SAID = {"right": "right", "wrong": "wrong", "missing": "she lacks it"}


def headline(figures: ReportFigures) -> Markup:
    """The one number, in words, and what it means."""
    leakage, members = figures.worst.result.leakage, len(figures.worst.result.members)
    together = figures.workspace.pooling.kind == "together"
    who = (
        ["All recipients pool their data."] if together else ["The one who knows most: ", words(_holder(figures)), "."]
    )
    said = element("strong", f"Eve knows {amount(leakage)} of you: {percent(leakage)}")
    meaning = (
        "0 % means she has nothing right, 100 % everything right and nothing wrong. Lower is better for you. "
        f"She would have joined {count(members, 'record')} into one. "
    )
    return joined((element("div", said, element("p", meaning, *who), class_="headline"), _counts(figures.facts)))


def _holder(figures: ReportFigures) -> str:
    return figures.worst.pool.name


def _counts(facts: Sequence[Fact]) -> Markup:
    boxes = []
    for meaning, said in _MEANINGS.items():
        number = sum(fact.meaning == meaning for fact in facts)
        name = "She is missing " if meaning == "missing" else f"She has {meaning} "
        mark = element("span", class_=f"mark {meaning}")
        boxes.append(element("div", mark, name, element("strong", f"{number:,}"), element("p", said, class_="quiet")))
    return element("div", *boxes, class_="counts")


def recipients(figures: ReportFigures) -> Markup:
    """What every recipient knows alone, and what they know together."""
    question = "Who knows how much, alone and together?"
    pooled = sorted(figures.pooled, key=_leakage, reverse=True)
    alone = sorted(figures.alone, key=_leakage, reverse=True)
    shown = [Bar(one.pool.name, one.leakage, percent(one.leakage)) for one in pooled]
    shown += [Bar(one.pool.name, one.leakage, percent(one.leakage), "missing") for one in alone[:MOST_BARS]]
    rows = [
        (
            words(one.pool.name),
            "together" if one in pooled else "alone",
            count(len(one.pool.releases), "release"),
            percent(one.leakage),
        )
        for one in (*pooled, *alone)
    ]
    said = f"The most is known to {shown[0].name}: {shown[0].figure}."
    return section(
        question,
        element("p", "What each recipient knows by itself (hollow), and what they know where they share it (filled)."),
        figure(bars(question, said, shown, LEAKAGE, 1.0)),
        rows_of(("Recipient", "How", "Holds", "Knows of you"), rows, (3,)),
    )


def composite(figures: ReportFigures, values: Values) -> Markup:
    """The record behind the headline, fact by fact."""
    question = "What does she have right, what wrong, and what is she missing?"
    name = figures.workspace.display_name
    tones: dict[str, Tone] = {"right": "right", "wrong": "wrong", "missing": "missing"}
    facts = values.in_order(figures.facts)
    ordered = [fact for meaning in tones for fact in _of(facts, meaning)]
    heaviest = [fact for meaning in tones for fact in _of(facts, meaning)[:MOST_BARS]]
    shown = [
        Bar(
            f"{name(fact.label)}: {values.plain(fact.label, fact.value)}",
            fact.weight * (fact.confidence if fact.meaning != "missing" else 1.0),
            f"{sure(fact.confidence)} sure" if fact.meaning != "missing" else "",
            tones[fact.meaning],
        )
        for fact in heaviest
    ]
    rows = [
        (
            words(name(fact.label)),
            values.markup(fact.label, fact.value),
            joined((element("span", class_=f"mark {fact.meaning}"), _SAID[fact.meaning])),
            sure(fact.confidence) if fact.meaning != "missing" else "–",
            f"{fact.weight:g}",
        )
        for fact in ordered
    ]
    counted = ", ".join(f"{count(len(_of(figures.facts, meaning)), 'fact')} {meaning}" for meaning in tones)
    return section(
        question,
        element(
            "p",
            "All that Eve believes about you in the joined record that tells most. A bar is as long as the weight of "
            "the fact times how sure she is of it; for what she lacks, its weight.",
        ),
        figure(bars(question, f"{counted}.", shown, "weight × confidence (what she lacks: its weight)")),
        rows_of(("What", "Value", "Eve has it", "How sure", "Weight"), rows, (3, 4)),
    )


def joins(figures: ReportFigures, values: Values) -> Markup:
    """Which records were joined, and by what."""
    workspace, found = figures.workspace, figures.worst
    members = set(found.result.members)
    evidence = [one for one in found.result.resolution.evidence if set(one.records) <= members]
    question = "Which records did she join, and why?"
    if not evidence:
        return section(question, element("p", "None: the record that tells most stands by itself."))

    def named(numbers: Sequence[int]) -> Markup:
        return named_row([record_name(workspace, found.pool, number) for number in numbers])

    rows = [
        (
            named(one.left),
            named(one.right),
            words(one.key.rule.sentence()),
            joined([joined((words(label), " ", values.markup(label, value))) for label, value in one.key.shared], ", "),
        )
        for one in evidence
    ]
    policy = workspace.policy
    return section(
        question,
        element("p", "By the rules of the adversary “", words(policy.name if policy else "none"), "”:"),
        rows_of(("These", "and these", "matched by", "what they share"), rows),
    )


def _of(facts: Sequence[Fact], meaning: str) -> list[Fact]:
    return [fact for fact in facts if fact.meaning == meaning]


def _leakage(one: PoolGlance) -> float:
    return one.leakage
