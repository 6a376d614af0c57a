"""Derivation: the steps that lead to a figure, as a value that pages, the report and LaTeX show alike."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from leakage.database import Floats
from leakage.short_repr import short_repr

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a derivation.

    Arguments:
        sentence: what is done, in words; it may hold a person's values, and is no markup.
        formula: the same in LaTeX, with numbers alone; empty where there is nothing to compute.
    """

    sentence: str
    formula: str = ""

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class World:
    """One possible world of a record: what is so in it.

    Arguments:
        present: the doubtful facts that are there, in words.
        absent: those that are not.
        probability: of this world, in (0, 1].
        right, said: X and Y, the weight of what the world has right, and of all it says.
        leakage: its F1.
    """

    present: tuple[str, ...]
    absent: tuple[str, ...]
    probability: Fraction
    right: Fraction
    said: Fraction
    leakage: Fraction

    __repr__ = short_repr


@dataclass(frozen=True, eq=False)
class Derivation:
    """How a figure is worked out.

    Arguments:
        steps: from the facts to the figure.
        value: the figure itself, as it was computed: the last step shows it.
        exact: the same as a fraction of the numbers as they were typed; None where it was integrated.
        worlds: the possible worlds, where some facts are doubtful and they are few.
        curve: points (s, what is integrated), shape (points, 2), where there are too many worlds to list; else None.
    """

    steps: tuple[Step, ...]
    value: float
    exact: Fraction | None
    worlds: tuple[World, ...] = ()
    curve: Floats | None = None

    __repr__ = short_repr

    @property
    def latex(self) -> str:
        r"""All steps as LaTeX, ready for a document.

        >>> Derivation((Step("50 % of A_1", r"\frac{1}{2}"),), 0.5, Fraction(1, 2)).latex
        '50 \\% of A\\_1\n\\[ \\frac{1}{2} \\]'
        """
        return "\n\n".join(
            escaped(step.sentence) + (f"\n\\[ {step.formula} \\]" if step.formula else "") for step in self.steps
        )


def escaped(text: str) -> str:
    r"""Text for LaTeX that means itself.

    >>> escaped("100 % {x}")
    '100 \\% \\{x\\}'
    """
    return "".join(_SPECIAL.get(character, character) for character in text)
