"""Whatever she is after: what she may gain by what she sees, by any question or by gains of one's own."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import streamlit as st

from leakage.database import Floats
from leakage.tables import (
    JointDistribution,
    Vulnerability,
    g_vulnerability,
    maximal_leakage,
    min_entropy_leakage,
    pointwise_maximal_leakage,
)
from pages.shell.editable_table import Edited, edit_table
from pages.shell.words import error_text, percent

MOST_SECRETS = 12
"""Values of the secret up to which gains can be edited: each is a column."""

INTRODUCTION = (
    "**What if she wants to know something else?** These yardsticks say, in bits, how much more she "
    "succeeds after what she sees: each bit doubles it, 0 tells nothing. **Lower is safer.**"
)

WORTH = "What is each of her guesses worth to her?"

GAINS = (
    "Each row is a guess, each column a truth: 1 is a full success, 0 is none. At first only the right value counts. "
    "Give a near miss a half, or add a guess such as *either of two*."
)


def show_any_question(joint: JointDistribution, secrets: Sequence[str], seen: Sequence[str], key: str) -> None:
    """The four yardsticks, and a table to say what each guess gains.

    Arguments:
        joint: p(x, y).
        secrets: what each x is called.
        seen: what each y is called, in words of the program.
        key: of the place, unique in the program, and a word for who hears the page read out.
    """
    st.markdown(INTRODUCTION)
    place = st.container()
    gained = _edited_gains(joint, secrets, key)
    with place:
        show_yardsticks([*_fixed(joint, seen), *([of_gains(gained)] if gained else [])])


def show_yardsticks(rows: Sequence[tuple[str, str, str]]) -> None:
    """Each yardstick, its value, and what that says."""
    st.table(
        pd.DataFrame(rows, columns=["Yardstick", "Value", "What it says"]),
        hide_index=True,
        alt="How much more she gains by what she sees, by four yardsticks",
    )


def _fixed(joint: JointDistribution, seen: Sequence[str]) -> list[tuple[str, str, str]]:
    guess, most, pointwise = min_entropy_leakage(joint), maximal_leakage(joint), pointwise_maximal_leakage(joint)
    # Of several that tell the same the first, whatever their last digits are.
    worst = int(pointwise.round(9).argmax())
    return [
        ("min-entropy leakage", bits_text(guess), f"a single guess of it is right {times(guess)} as often as before"),
        ("maximal leakage", bits_text(most), f"no question about it is guessed more than {times(most)} as often"),
        (
            "pointwise maximal leakage",
            bits_text(float(pointwise[worst])),
            f"the same, after the most telling sight ({seen[worst]}): {times(float(pointwise[worst]))}",
        ),
    ]


def of_gains(gained: Vulnerability) -> tuple[str, str, str]:
    """What her gains make of it."""
    return (
        "g-vulnerability",
        bits_text(gained.leakage),
        f"by the gains below she may expect {percent(gained.after)} of a full success, before {percent(gained.before)}",
    )


def _edited_gains(joint: JointDistribution, secrets: Sequence[str], key: str) -> Vulnerability | None:
    """What the gains make of it; None where they are too many, or none."""
    if len(secrets) > MOST_SECRETS:
        st.text(f"With more than {MOST_SECRETS} values of the secret, what each guess is worth cannot be edited here.")
        return None
    with st.expander(WORTH, icon=":material/balance:"):
        st.markdown(GAINS)
        edited = _edit_gains(secrets, key)
    try:
        return g_vulnerability(joint, gains_of(edited.rows, len(secrets)))
    except ValueError as error:
        st.text(error_text(error))
        return None


def _edit_gains(secrets: Sequence[str], key: str) -> Edited:
    """The table of gains, which stays as it was left for as long as the secrets are called the same."""
    columns: dict[str, object] = {
        str(number): st.column_config.NumberColumn(secret, min_value=0.0, max_value=1.0, default=0.0)
        for number, secret in enumerate(secrets)
    }
    return edit_table(
        f"gains-{key}-{hash(tuple(secrets))}",
        tuple(secrets),
        identity_gains(secrets),
        num_rows="dynamic",
        hide_index=True,
        column_config={"guess": st.column_config.TextColumn("She guesses", default=""), **columns},
        # Of two on a page each has a name of its own.
        alt=f"What each guess gains her where each value is true ({key})",
    )


def identity_gains(secrets: Sequence[str]) -> pd.DataFrame:
    """One row a guess of each secret, which gains 1 where it is true and 0 otherwise."""
    frame = pd.DataFrame(np.eye(len(secrets)), columns=[str(number) for number in range(len(secrets))])
    frame.insert(0, "guess", list(secrets))
    return frame


def gains_of(rows: Sequence[Mapping[str, object]], secrets: int) -> Floats:
    """The gains in a table, blank cells 0.

    >>> gains_of([{"guess": "a", "0": 1.0, "1": None}], 2).tolist()
    [[1.0, 0.0]]
    """
    cells = [[gain_of(row.get(str(number))) for number in range(secrets)] for row in rows]
    return np.array(cells, dtype=np.float64).reshape(len(cells), secrets)


def gain_of(cell: object) -> float:
    """The number in a cell; a blank one is 0."""
    return float(cell) if isinstance(cell, int | float) and not math.isnan(cell) else 0.0


def bits_text(value: float) -> str:
    """An amount of leakage."""
    return "∞" if math.isinf(value) else f"{value:.3f} bits"


def times(bits: float) -> str:
    """What an amount of leakage multiplies by."""
    return "∞ times" if math.isinf(bits) else f"{2.0**bits:.2f} times"
