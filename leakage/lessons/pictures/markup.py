"""The parts that all pictures are made of, as HTML in which every text means itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from leakage.record import Attribute, Record

# The two texts that a document with pictures needs.


def script() -> str:
    """What moves the pictures of a document; it runs as a file of its own, or inline."""
    return _file("pictures.js")


def style() -> str:
    """How they look."""
    return _file("pictures.css")


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


# Numbers as a person reads them.


def share(number: float) -> str:
    """A share, to a tenth of a per cent where that is not 0; it does not go on in another line.

    >>> share(2 / 3), share(1.0)
    ('66.7\\xa0%', '100\\xa0%')
    """
    return f"{100.0 * number:.1f}".removesuffix(".0") + "\N{NO-BREAK SPACE}%"


def listed(names: Sequence[str]) -> str:
    """Names as a person lists them.

    >>> listed(["Club", "Shop", "Bank"])
    'Club, Shop and Bank'
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


# A picture with states: what is shown, lit or faint in which of them, a bar for the one number, and a sentence each.


def numbers(states: Iterable[int]) -> str:
    """States as an attribute has them."""
    return " ".join(map(str, sorted(set(states))))


def in_states(states: Iterable[int]) -> str:
    """Attributes of what is there in some states only."""
    there = set(states)
    return f'data-in="{numbers(there)}"' + ("" if 0 in there else " hidden")


def stepped(
    kind: str,
    title: str,
    stage: str,
    sentences: Sequence[str],
    known: Sequence[float],
    before: str = "",
) -> str:
    """A picture that is turned state by state.

    Arguments:
        kind: the picture's name, for its style.
        title: what it shows.
        stage: its parts, as HTML.
        sentences: what each state shows.
        known: the one number of each state, in [0, 1].
        before: HTML above the stage.
    """
    last = len(sentences) - 1
    told = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    controls = (
        '<button type="button" data-go="-1">Back</button>'
        f'<input type="range" min="0" max="{last}" step="1" value="0" aria-label="{escape(title)}: step">'
        '<button type="button" data-go="1">Next</button><button type="button" data-go="all">Play</button>'
    )
    return figure(
        kind,
        title,
        f'<div class="picture-head">{heading(title)}{meter(known)}</div>{before}'
        f'<div class="picture-stage">{stage}</div>'
        f'<p class="picture-now" role="status"></p><ol class="picture-states" start="0">{told}</ol>'
        f'<div class="picture-controls">{controls}</div>',
    )


def meter(known: Sequence[float]) -> str:
    """A bar with its number, one of each state."""
    words = [share(number) for number in known]
    widths = " ".join(f"{100.0 * number:.4g}" for number in known)
    return (
        f'<div class="picture-meter" data-widths="{widths}" data-words="{escape("|".join(words))}">'
        f'<span class="picture-bar"><span style="width:{100.0 * known[0]:.4g}%"></span></span>'
        f"<b>{escape(words[0])}</b></div>"
    )


def figure(kind: str, title: str, inner: str, data: str = "") -> str:
    """A picture around its parts; ``data`` are more attributes."""
    return f'<figure class="picture" data-picture="{kind}"{data} aria-label="{escape(title)}">{inner}</figure>'


def heading(title: str) -> str:
    """The title above a picture."""
    return f'<p class="picture-title">{escape(title)}</p>'


# Facts and cards.


MARKS = {"right": "✓", "wrong": "✗"}


def fact(attribute: Attribute, label: str, reference: Record, attributes: str = "") -> str:
    """One value, marked as right or wrong.

    Arguments:
        attribute: what Eve has.
        label: what she calls the label.
        reference: what is true.
        attributes: more of HTML.
    """
    meaning = "right" if attribute.pair in reference else "wrong"
    doubt = "" if attribute.confidence == 1.0 else f" ({share(attribute.confidence)})"
    return (
        f'<li class="{meaning}" {attributes}><span>{escape(label)}</span> <b>{escape(attribute.value)}</b>{doubt}'
        f'\N{NO-BREAK SPACE}<i role="img" aria-label="{meaning}">{MARKS[meaning]}</i></li>'
    )


MANY = 6
"""Facts from which on a card has two columns of them."""


def card(name: str, facts: Sequence[str], leakage: float, attributes: str = "", *, marked: bool = False) -> str:
    """A card with its facts, and how much they tell; marked where it is the one that counts."""
    kinds = ["card", *(["marked"] if marked else []), *(["many"] if len(facts) >= MANY else [])]
    return (
        f'<div class="{" ".join(kinds)}" role="group" aria-label="{escape(name)}" {attributes}>'
        f"<p><b>{escape(name)}</b> <span>{share(leakage)}</span></p>"
        f'<span class="picture-bar"><span style="width:{100.0 * leakage:.4g}%"></span></span>'
        f"<ul>{''.join(facts)}</ul></div>"
    )


def truth(reference: Record, named: dict[str, str]) -> str:
    """All that is true, in one line."""
    values = " · ".join(f"{named.get(a.label, a.label)} {a.value}" for a in reference)
    return f'<p class="picture-truth">The truth: {escape(values)}</p>'
