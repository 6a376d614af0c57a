"""Coalitions that an import proposes: who is known to give whom what they know about the person."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from leakage.workspace.files.findings import Evidence, Sharing
from leakage.workspace.files.site import site_of
from leakage.workspace.wording import count
from leakage.workspace.workspace import Coalition

_APP = re.compile(r"[A-Za-z]{2,3}(\.[A-Za-z0-9_-]+){2,}")

_NAMES: dict[Evidence, str] = {
    "list": "{} and who gave it a list with you",
    "activity": "{} and who tells it what you do",
    "sign-in": "{} and who you sign in to with it",
    "tracker": "{} and the apps that tell it about you",
}
_SAID: dict[Evidence, tuple[str, str, str]] = {
    "list": ("recipient", "recipients", "uploaded a list that you are on"),
    "activity": ("recipient", "recipients", "sent what you did there"),
    "sign-in": ("recipient", "recipients", "you sign in to through it"),
    "tracker": ("app", "apps", "sent it data"),
}


@dataclass(frozen=True, slots=True)
class ProposedCoalition:
    """A coalition that a file is evidence for; nothing of it shows in a log.

    Arguments:
        coalition: who receives, then who gives.
        evidence: why, in a sentence that names nobody.
    """

    coalition: Coalition = field(repr=False)
    evidence: str


def proposed(sharing: Iterable[Sharing], known: Callable[[str], str]) -> tuple[tuple[ProposedCoalition, ...], int]:
    """A coalition for every receiver and kind of evidence, of those recipients that are known; and how many are not.

    The receiver sees what each of them gives it, so together they are the pool that it can draw on.
    Source: Whang & Garcia-Molina 2011, Section 2.2 ("other organizations Eve pools information with").

    Arguments:
        sharing: the evidence.
        known: the recipient that a title or site stands for; empty where it is nobody known.

    >>> evidence = [Sharing("Net", "shop.example", "list"), Sharing("Net", "Nobody", "list")]
    >>> found, unknown = proposed(evidence, {"Net": "Net", "shop.example": "Shop"}.get)
    >>> found[0].coalition.recipients, unknown
    (('Net', 'Shop'), 1)
    """
    groups: dict[tuple[str, Evidence], dict[str, None]] = {}
    unknown = set()
    for one in sharing:
        receiver, giver = known(one.receiver), known(one.giver)
        if not giver:
            unknown.add(one.giver.casefold())
        elif giver != receiver:
            # Who receives may hold nothing of its own, and still bring those together who tell it.
            members = groups.setdefault((receiver or one.receiver, one.evidence), {receiver: None} if receiver else {})
            members[giver] = None
    coalitions = (_coalition(*key, tuple(members)) for key, members in groups.items() if len(members) > 1)
    return tuple(coalitions), len(unknown)


def name_key(name: str) -> str:
    """What a name, a domain and an app of the same party have in common: letters and digits, without the suffix.

    >>> name_key("Example Shop"), name_key("example-shop.co.uk"), name_key("com.exampleshop.client")
    ('exampleshop', 'exampleshop', 'exampleshop')
    """
    plain = name
    if " " not in name and site_of(name) == name.casefold():
        plain = name.partition(".")[0]
    elif _APP.fullmatch(name):
        plain = name.split(".")[1]
    return "".join(character for character in plain.casefold() if character.isalnum())


def _coalition(receiver: str, evidence: Evidence, members: Sequence[str]) -> ProposedCoalition:
    singular, plural, said = _SAID[evidence]
    givers = len(members) - (receiver in members)
    return ProposedCoalition(
        Coalition(_NAMES[evidence].format(receiver), tuple(members)), f"{count(givers, singular, plural)} {said}."
    )
