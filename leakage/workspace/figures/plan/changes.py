"""Changes: which values could be changed, where, and what that takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from leakage.decision.plan.actions import Change, Option
from leakage.progress import looking
from leakage.record import Pair
from leakage.workspace.figures.plan.efforts import kind_of_change
from leakage.workspace.figures.plan.terms import PlanTerms
from leakage.workspace.figures.plan.work_option import MOST_FIELDS, WorkOption, weightiest, work_option
from leakage.workspace.workspace import Release, Workspace


def changes(workspace: Workspace, terms: PlanTerms) -> Iterator[WorkOption]:
    """Values that could be changed: at one recipient at a time, everywhere at once, or for everybody to come.

    Arguments:
        workspace: values are those of its profile that somebody holds; kinds of them take what it says.
        terms: which labels, and which of the three ways.

    >>> from leakage.record import Record
    >>> given = tuple(Release(name, name, Record.of(("Email", "a@b"))) for name in ("Shop", "Club"))
    >>> work = Workspace((("Email", "a@b"),), releases=given)
    >>> told = [list(changes(work, PlanTerms(changing=way))) for way in ("one by one", "everywhere", "stays")]
    >>> [[(option.what, option.recipient, option.option.minutes) for option in options] for options in told]
    [[('Email', 'Shop', 5.0), ('Email', 'Club', 5.0)], [('Email at all 2 who hold it', '', 10.0)], [('Email', '', 5.0)]]
    """
    held = [release for release in workspace.releases if release.erasure != "done"]
    told = {pair for release in looking(held) for pair in release.record.known.confidences}
    pairs = [pair for pair in workspace.profile if pair in told and (not terms.labels or pair[0] in terms.labels)]
    kinds = {pair: kind for pair in pairs if (kind := kind_of_change(workspace, pair[0]))}
    if terms.changing == "stays":
        for pair, kind in kinds.items():
            yield work_option(workspace, "change", kind, _called(workspace, pair, kinds), "", Change(pair, stays=True))
    elif terms.changing == "everywhere":
        yield from _change_everywhere(workspace, kinds, held)
    else:
        yield from _change_one_by_one(workspace, kinds, held)


def _change_one_by_one(
    workspace: Workspace, kinds: Mapping[Pair, str], held: Sequence[Release]
) -> Iterator[WorkOption]:
    by_recipient: dict[str, dict[Pair, None]] = {}
    for release in held:
        changed = (pair for pair in release.record.known.confidences if pair in kinds)
        by_recipient.setdefault(release.recipient, {}).update(dict.fromkeys(changed))
    for recipient, pairs in by_recipient.items():
        for pair in weightiest(workspace, pairs):
            what = _called(workspace, pair, kinds)
            yield work_option(workspace, "change", kinds[pair], what, recipient, Change(pair, (recipient,)))


def _change_everywhere(
    workspace: Workspace, kinds: Mapping[Pair, str], held: Sequence[Release]
) -> Iterator[WorkOption]:
    """One action a value; it takes as often what it takes at one recipient as there are recipients that hold it."""
    changed_in: Counter[str] = Counter()
    for pair in weightiest(workspace, kinds, len(kinds)):
        holding = [release for release in held if pair in release.record]
        if all(changed_in[release.name] < MOST_FIELDS for release in holding):
            changed_in.update(release.name for release in holding)
            holders = len({release.recipient for release in holding})
            whom = f"all {holders} who hold it" if holders > 1 else "the one who holds it"
            what = f"{_called(workspace, pair, kinds)} at {whom}"
            once = work_option(workspace, "change", kinds[pair], what, "", Change(pair))
            yield replace(once, option=Option(Change(pair), holders * once.option.minutes, holders * once.option.price))


def _called(workspace: Workspace, pair: Pair, kinds: Mapping[Pair, str]) -> str:
    """A value by its label; with the value itself where there are several."""
    several = sum(other[0] == pair[0] for other in kinds) > 1
    return f"{workspace.display_name(pair[0])} {pair[1]}" if several else workspace.display_name(pair[0])
