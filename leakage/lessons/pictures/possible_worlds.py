"""Possible worlds as areas: each as wide as it is likely, and as high as what Eve knows in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import product
from math import prod

from leakage.lessons.pictures import markup
from leakage.lessons.pictures.desk import labels_of
from leakage.measure.leakage import record_leakage
from leakage.measure.weights import Weights
from leakage.record import Attribute, Record
from leakage.reprs import redacted_repr
from leakage.workspace.workspace import Workspace

# The worlds of a record, and the sum over them.


MOST_DOUBTFUL = 3
"""Facts in doubt: every one doubles the worlds, and of more than eight none can be told apart."""


@dataclass(frozen=True, slots=True)
class World:
    """A world: which of the doubtful facts are so in it, and how much Eve knows in it."""

    so: tuple[bool, ...]
    leakage: float


@dataclass(frozen=True, slots=True)
class Doubt:
    """A record in doubt.

    Arguments:
        doubtful: its facts with a confidence below 1.
        worlds: all of them, those in which she knows most first; how much that is does not depend on confidences.
        reference: e.
        labels: what labels are called.
    """

    doubtful: tuple[Attribute, ...]
    worlds: tuple[World, ...]
    reference: Record
    labels: Mapping[str, str]

    __repr__ = redacted_repr

    def likelihood(self, world: World, confidences: Sequence[float]) -> float:
        """``Pr[r'] = prod of p over what is so, and of 1 - p over what is not``."""
        return prod(p if so else 1.0 - p for p, so in zip(confidences, world.so, strict=True))

    def leakage(self, confidences: Sequence[float]) -> float:
        """``L(r, e) = sum over worlds of Pr[r'] F1(r', e)``: what the script works out as the sliders move.

        Source: Whang & Garcia-Molina 2012, Definition 1.
        """
        return sum(self.likelihood(world, confidences) * world.leakage for world in self.worlds)

    @property
    def confidences(self) -> tuple[float, ...]:
        """Those of the record."""
        return tuple(a.confidence for a in self.doubtful)


def doubt_of(
    record: Record, reference: Record, measure: Weights | None = None, labels: Mapping[str, str] | None = None
) -> Doubt:
    """The worlds of a record.

    Arguments:
        record: with one to three facts in doubt.
        reference: e.
        measure: weights, or another measure.
        labels: what labels are called, where that is something else.

    Raises:
        ValueError: for a record without doubt, or with more of it.

    >>> doubt = doubt_of(Record.of(("N", "Alice"), ("P", "1", 0.5)), Record.of(("N", "Alice"), ("P", "1")))
    >>> [(world.so, round(world.leakage, 3)) for world in doubt.worlds], round(doubt.leakage([0.5]), 3)
    ([((True,), 1.0), ((False,), 0.667)], 0.833)
    """
    sure = [a for a in record if a.confidence == 1.0]
    doubtful = tuple(a for a in record if 0.0 < a.confidence < 1.0)
    if not 0 < len(doubtful) <= MOST_DOUBTFUL:
        raise ValueError(f"1 to {MOST_DOUBTFUL} facts must be in doubt, got {len(doubtful)}")
    worlds = [_world(sure, doubtful, so, reference, measure) for so in product((True, False), repeat=len(doubtful))]
    ordered = tuple(sorted(worlds, key=lambda world: -world.leakage))
    return Doubt(doubtful, ordered, reference, labels or {})


def _world(
    sure: Sequence[Attribute],
    doubtful: Sequence[Attribute],
    so: tuple[bool, ...],
    reference: Record,
    measure: Weights | None,
) -> World:
    held = [Attribute(a.label, a.value) for a, holds in zip(doubtful, so, strict=True) if holds]
    return World(so, record_leakage(Record([*sure, *held]), reference, measure))


def doubt_of_release(work: Workspace, number: int = 0) -> Doubt:
    """That of a release of a step."""
    return doubt_of(work.releases[number].record, work.reference, work.measure, labels_of(work))


# The picture.


SAYS = "Wide as likely, high as known: {sum} = {f}."


def worlds(doubt: Doubt, title: str = "Possible worlds: move a confidence") -> str:
    """The areas as HTML."""
    confidences = doubt.confidences
    known = doubt.leakage(confidences)
    columns = "".join(_column(doubt, world, number) for number, world in enumerate(doubt.worlds))
    area = (
        f'<div class="picture-area">{columns}'
        f'<span class="picture-mean" style="bottom:{100.0 * known:.4g}%"></span></div>'
    )
    sliders = "".join(_slider(doubt, attribute) for attribute in doubt.doubtful)
    beside = (
        f'{markup.meter([known])}<div class="picture-sliders">{sliders}</div>{_table(doubt)}'
        f'<p class="picture-now" role="status">{escape(_sentence(doubt))}</p>'
    )
    return markup.figure(
        "worlds",
        title,
        f'{markup.heading(title)}<div class="picture-beside">{area}<div class="picture-told">{beside}</div></div>',
        f' data-says="{SAYS}"',
    )


def _letter(number: int) -> str:
    return "ABCDEFGH"[number]


def _column(doubt: Doubt, world: World, number: int) -> str:
    width = 100.0 * doubt.likelihood(world, doubt.confidences)
    so = " ".join(str(int(holds)) for holds in world.so)
    return (
        f'<div class="world" data-so="{so}" data-known="{world.leakage!r}" style="width:{width:.4g}%">'
        f'<span style="height:{100.0 * world.leakage:.4g}%"></span><b>{_letter(number)}</b></div>'
    )


def _slider(doubt: Doubt, attribute: Attribute) -> str:
    name = f"{doubt.labels.get(attribute.label, attribute.label)} {attribute.value}"
    meaning = "right" if attribute.pair in doubt.reference else "wrong"
    mark = f'<i role="img" aria-label="{meaning}">{markup.MARKS[meaning]}</i>'
    return (
        f'<label><span>{escape(name)} {mark}</span><input type="range" min="0" max="100" step="1" '
        f'value="{100.0 * attribute.confidence:.0f}" data-fact aria-valuetext="{markup.share(attribute.confidence)}">'
        f'<span class="picture-value">{markup.share(attribute.confidence)}</span></label>'
    )


def _table(doubt: Doubt) -> str:
    rows = "".join(_row(doubt, world, number) for number, world in enumerate(doubt.worlds))
    heads = "".join(f'<th scope="col">{name}</th>' for name in ("World", "Likely", "Knows"))
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _row(doubt: Doubt, world: World, number: int) -> str:
    so = [doubt.labels.get(a.label, a.label) for a, holds in zip(doubt.doubtful, world.so, strict=True) if holds]
    none = "without it" if len(world.so) == 1 else "with none of them"
    name = f"{_letter(number)}: {f'with {markup.listed(so)}' if so else none}"
    likely = markup.share(doubt.likelihood(world, doubt.confidences))
    known = markup.share(world.leakage)
    return f'<tr><th scope="row">{escape(name)}</th><td data-likely>{likely}</td><td>{known}</td></tr>'


def _sentence(doubt: Doubt) -> str:
    parts = " + ".join(
        f"{markup.share(doubt.likelihood(world, doubt.confidences))} × {markup.share(world.leakage)}"
        for world in doubt.worlds
    )
    return SAYS.format(sum=parts, f=markup.share(doubt.leakage(doubt.confidences)))
