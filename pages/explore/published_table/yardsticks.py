"""Every yardstick of the table, and which fits when."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pandas as pd
import streamlit as st

from leakage.published.bounds import PrivacyRisks
from leakage.published.estimation import joint_of
from leakage.published.hierarchy import Hierarchy
from leakage.published.summary import class_yardsticks
from leakage.published.table import PublishedTable
from leakage.published.yardsticks import (
    recursive_diversities,
)
from leakage.workspace.vocabulary import RIGHT
from pages import catalogue
from pages.app import figures, page
from pages.app.figures import latest
from pages.app.words import count, listed, percent
from pages.explore.published_table import text
from pages.explore.published_table.coarsening import Shown
from pages.explore.published_table.opened import OpenedTable, close
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, plain, show
from pages.kit.glossary import average_sentence, risks_sentence

# Which yardstick, and when.


_TABLES, _MESSAGES = "Statistical disclosure control", "Anonymous-communication systems"
TABLE_IV = (
    (
        _TABLES,
        "worst case",
        "t-closeness",
        "To keep the sensitive value secret: the class whose values differ most from the whole table's.",
    ),
    (
        _TABLES,
        "average case",
        "mutual information",
        "To keep the sensitive value secret on average: looser than t-closeness, and easier to optimise.",
    ),
    (
        _TABLES,
        "best case",
        "k-anonymity",
        "To keep it secret which row is whose: takes all members of a class for equally likely.",
    ),
    (
        _TABLES,
        "best case",
        "l-diversity",
        "To keep several sensitive values possible: takes them for equally likely, and none for alike.",
    ),
    (_MESSAGES, "worst case", "min-entropy", "Against an attacker who makes a single guess, the most likely one."),
    (
        _MESSAGES,
        "average case",
        "Shannon's entropy",
        "Against an attacker who weighs all possible senders by how likely they are.",
    ),
    (_MESSAGES, "best case", "Hartley's entropy", "Against an attacker who only counts who could have sent it."),
)
"""For which field, the case it looks at for the user, the yardstick, and when to take it.

Source: Rebollo-Monedero et al., Table IV, with the reasons of Section VII.
"""


def show_guide() -> None:
    """Table IV, with the reasons, and the yardsticks that came later."""
    st.markdown(text.GUIDE)
    st.table(
        pd.DataFrame(TABLE_IV, columns=["For", "Case, for you", "Yardstick", "When, and what it takes for granted"]),
        hide_index=True,
        alt="Which yardstick is worst, average or best case, and when to use it",
    )
    page.link(catalogue.ATTACKERS_ERROR, "Try the error of an attacker by hand")


# What Eve knew before the table was published: how the sensitive value goes with some columns.


def choose_beforehand(opened: OpenedTable, table: PublishedTable) -> tuple[str, ...]:
    """Quasi-identifiers by which she had statistics of the sensitive value."""
    chosen = st.multiselect(
        "Which statistics did Eve have before: the sensitive value by…",
        list(table.quasi_identifiers),
        key=f"published-beforehand-{opened.key}",
        persist_state="session",
        placeholder="Only how common each value is in the whole table",
        help=text.BEFOREHAND_HELP,
    )
    return tuple(name for name in table.quasi_identifiers if name in chosen)


# Which class does the table say most about?


MOST_SHOWN = 60
_PANELS = (
    ("distribution_leakage", "distribution leakage", "how far beliefs move"),
    ("entropy_leakage", "entropy leakage (bits)", "how much uncertainty changes"),
)


def class_leakages_chart(classes: pd.DataFrame) -> Chart:
    """Distribution and entropy leakage of each class, one above the other, as in Ren & Li's Figures 2 to 4.

    Arguments:
        classes: as ``class_yardsticks`` gives them; of many the most leaking are shown.
    """
    numbered = classes.reset_index(drop=True)
    shown = numbered.nlargest(MOST_SHOWN, "distribution_leakage").sort_index()
    named = [plain(", ".join(map(str, classes.index[place]))) for place in shown.index]
    of_many = f" (the {MOST_SHOWN} with most distribution leakage, of {len(classes):,})" * (len(classes) > MOST_SHOWN)
    panels = [
        spec.columns(
            f"{unit}: {meaning}",
            [
                (str(place + 1), leakage, label, size)
                for place, leakage, label, size in zip(shown.index, shown[name], named, shown["rows"], strict=True)
            ],
            f"class %{{x}}: %{{customdata[0]}}<br>%{{customdata[1]:,}} rows, {unit} %{{y:.4f}}",
            # A few bars as wide as the page would look like areas.
            width=0.25 if len(shown) < 5 else None,
            marker={"color": RIGHT, "pattern": {"shape": pattern}},
            xaxis=f"x{panel}",
            yaxis=f"y{panel}",
        )
        for panel, pattern, (name, unit, meaning) in zip(("", "2"), ("", "/"), _PANELS, strict=True)
    ]
    upper, lower = (spec.axis(unit, rangemode="tozero") for _, unit, _ in _PANELS)
    # Two panels on one axis of classes, by hand: make_subplots takes longer than all the rest of the chart.
    return spec.draw(
        text.TOLD_MOST,
        panels,
        spec.axis(type="category", anchor="y", matches="x2", showticklabels=False, domain=[0, 1]),
        {**upper, "anchor": "x", "domain": [0.55, 1]},
        _summary(numbered),
        height=460,
        xaxis2=spec.axis(f"class{of_many}; higher is worse in both", type="category", domain=[0, 1], anchor="y2"),
        yaxis2={**lower, "anchor": "x2", "domain": [0, 0.45]},
    )


def _summary(classes: pd.DataFrame) -> str:
    parts = []
    for name, unit, _ in _PANELS:
        place = int(classes[name].to_numpy().argmax())
        parts.append(f"{unit} is greatest in class {place + 1}, {classes[name].iloc[place]:.3f}")
    return f"{'; '.join(parts)}.".capitalize()


# The headline, and every yardstick side by side.


MOST_CLASSES = 1_000
MOST_CELLS = 1_000_000
"""Classes times values up to which the averaged bound is worked out."""

NAMES = {
    "rows": "Rows",
    "distinct_values": "Values",
    "effective_values": "Effective values",
    "error": "Error",
    "equal": "t, equal",
    "ordered": "t, ordered",
    "hierarchical": "t, hierarchy",
    "kl": "t, KL (bits)",
    "delta_disclosure": "δ (bits)",
    "delta_disclosure_over_support": "δ, values that occur (bits)",
    "distribution_leakage": "Distribution leakage",
    "entropy_leakage": "Entropy leakage (bits)",
}
SAFER_HIGH = ("rows", "distinct_values", "effective_values", "recursive", "error")


def _digits(value: float) -> str:
    return "∞" if math.isinf(value) else f"{value:.3f}"


def _bits(value: float) -> str:
    return f"{_digits(value)} bits".replace("∞ bits", "∞")


def _whole(value: float) -> str:
    return f"{value:.0f}"


YARDSTICKS: tuple[tuple[str, str, Callable[[float], str], str, str], ...] = (
    ("k-anonymity (k)", "rows", _whole, "best", "people in the smallest class, who all look alike"),
    ("distinct l-diversity (l)", "distinct_values", _whole, "best", "sensitive values in the class that has fewest"),
    (
        "entropy l-diversity (l)",
        "effective_values",
        _digits,
        "average",
        "the same, with rare values counting little: 2 to the entropy",
    ),
    (
        "recursive (c, l)-diversity (l)",
        "recursive",
        _whole,
        "worst",
        "the most common value is rarer than c times all but the l − 1 most common",
    ),
    (
        "attacker's error, worst class",
        "error",
        percent,
        "worst",
        "how often the best guess is wrong, in the class where it is wrong least",
    ),
    (
        "attacker's error, on average",
        "error",
        percent,
        "on average",
        "how often the best guess is wrong, over everybody",
    ),
    (
        "t-closeness, all values as far apart",
        "equal",
        _digits,
        "worst",
        "how much of the table's distribution must move to become that of the class",
    ),
    (
        "t-closeness, values in order",
        "ordered",
        _digits,
        "worst",
        "the same, but moving to a neighbouring value costs less",
    ),
    (
        "t-closeness, values in a hierarchy",
        "hierarchical",
        _digits,
        "worst",
        "the same, but moving to a similar value costs less, as a hierarchy says",
    ),
    ("t-closeness, KL divergence", "kl", _bits, "worst", "bits the class reveals, on average over its members' values"),
    (
        "δ-disclosure",
        "delta_disclosure",
        _bits,
        "worst",
        "a value is 2 to the δ times as common or as rare as in the table; ∞ if a class lacks one",
    ),
    (
        "δ over the values that occur",
        "delta_disclosure_over_support",
        _bits,
        "worst",
        "the same, over the values that occur in the class",
    ),
    ("mutual information (R)", "kl", _bits, "on average", "bits that a person's class reveals, over everybody"),
    ("distribution leakage (ε)", "distribution_leakage", _digits, "worst", "how far the belief moves, √Σ(a−x)²"),
    ("entropy leakage (α)", "entropy_leakage", _bits, "worst", "how much the uncertainty changes, |H(a)−H(x)|"),
)
"""What each is called, its column among the classes, how it is written, its case for you, and what it says.

Of the classes the worst counts, or where the case is "on average" the mean over everybody.
"""


def measured(shown: Shown, hierarchy: Hierarchy) -> pd.DataFrame:
    """Every class with every yardstick; of a table that takes too long a click leads away."""

    def work() -> pd.DataFrame:
        return class_yardsticks(shown.table, shown.prior, hierarchy)

    return latest("classes", (shown.key, hierarchy), lambda: figures.run(work, close))


def headline(shown: Shown, classes: pd.DataFrame) -> None:
    """The table in one sentence, and where the yardsticks disagree in another."""
    k, l_ = int(classes["rows"].min()), int(classes["distinct_values"].min())
    rows = len(shown.table.rows)
    alone = int((classes["rows"] == 1).sum())
    if k > 1:
        st.header(f"Everybody looks like at least {k - 1:,} of the other {rows - 1:,}")
    else:
        st.header(f"{count(alone, 'person', 'people')} of {rows:,} can be told from everybody else")
    certain = int(classes["rows"][classes["distinct_values"] == 1].sum())
    if certain:
        st.text(f"The class gives away the sensitive value of {count(certain, 'person', 'people')}.")
    else:
        worst = float(classes["error"].min())
        st.text(
            f"At least {l_} sensitive values remain possible for everybody; in the worst class a guess is wrong in "
            f"{percent(worst)} of cases. Higher is safer."
        )
    if shown.beforehand:
        st.text(text.MEASURED_FROM.format(columns=listed(list(shown.beforehand))))
    st.text(disagreement(classes))


def disagreement(classes: pd.DataFrame) -> str:
    """Where distribution and entropy leakage point at different classes, or size and leakage do."""
    far, changed = worst_class(classes, "distribution_leakage"), worst_class(classes, "entropy_leakage")
    small = worst_class(classes, "rows")
    if float(classes["distribution_leakage"].max()) < 1e-9:
        return "Every class is as Eve believed before, so knowing the class says nothing about the sensitive value."
    if not set(far) & set(changed):
        return (
            f"The yardsticks disagree: beliefs move most in {_named(far)}, but uncertainty changes most in "
            f"{_named(changed)}. One yardstick alone would miss one of them."
        )
    if not set(far) & set(small):
        return f"The smallest is {_named(small)}, but beliefs move most in {_named(far)}: size is not safety."
    return f"Beliefs move most and uncertainty changes most in {_named(sorted(set(far) & set(changed)))}."


def _named(numbers: list[int]) -> str:
    texts = [str(number + 1) for number in numbers]
    return f"class {texts[0]}" if len(texts) == 1 else f"classes {listed(texts, most=3)}"


def worst_class(classes: pd.DataFrame, name: str) -> list[int]:
    """The classes where a yardstick is at its worst; the first is class 0."""
    values = classes[name].to_numpy()
    worst = values.min() if name in SAFER_HIGH else values.max()
    return [int(n) for n in (abs(values - worst) < 1e-9 if math.isfinite(worst) else values == worst).nonzero()[0]]


def show_yardsticks(shown: Shown, classes: pd.DataFrame) -> None:
    """Each yardstick with its value, its direction, its case and its worst class."""
    c, counts = _choose_c(), shown.table.counts
    told, rows = classes.assign(recursive=recursive_diversities(counts, c)), []
    for name, column, written, case, meaning in YARDSTICKS:
        high = column in SAFER_HIGH
        value, worst = told[column].min() if high else told[column].max(), worst_class(told, column)
        where = listed([str(number + 1) for number in worst], most=3)
        if case == "on average":
            value, where = np.average(told[column], weights=counts.class_probabilities), "all, on average"
        called, safer = name.replace("(c,", f"({c:g},"), "higher" if high else "lower"
        rows.append((called, written(float(value)), safer, case.removeprefix("on "), meaning, where))
    st.table(
        pd.DataFrame(rows, columns=["Yardstick", "Value", "Safer", "Case", "What it says", "Worst class"]),
        hide_index=True,
        alt="Every yardstick with its value, direction, case, meaning and worst class",
    )
    information = float(np.average(classes["kl"], weights=counts.class_probabilities))
    st.text(risks_sentence(PrivacyRisks(information, classes["kl"].max(), classes["delta_disclosure"].max())))
    if _has_joint(shown, classes):
        st.text(average_sentence(joint_of(shown.table)))
    st.caption(text.YARDSTICKS_HELP)


def _has_joint(shown: Shown, classes: pd.DataFrame) -> bool:
    """Whether classes and values make one distribution, and a small one."""
    cells = len(classes) * len(shown.table.values)
    return shown.prior is None and cells <= MOST_CELLS


def _choose_c() -> float:
    place, _ = st.columns([1, 2])
    c: float = place.slider(
        "c of recursive (c, l)-diversity",
        0.5,
        5.0,
        2.0,
        0.5,
        format="%g",
        key="published-c",
        persist_state="session",
        help="A class's most common value must be rarer than c times its l-th most common and all rarer ones together.",
    )
    return c


def show_classes(classes: pd.DataFrame) -> None:
    """The classes as a table, and their leakages as a picture."""
    show(class_leakages_chart(classes), "class-leakages")
    st.caption(text.LEAKAGES_HELP)
    shown = classes
    if len(classes) > MOST_CLASSES:
        shown = classes.nlargest(MOST_CLASSES, "distribution_leakage")
        st.text(f"The {MOST_CLASSES:,} classes with most distribution leakage, of {len(classes):,}.")
    st.dataframe(
        _frame(classes, shown),
        hide_index=True,
        alt="The classes with every yardstick",
        column_config={
            name: st.column_config.NumberColumn(format="%.3f")
            for key, name in NAMES.items()
            if key not in ("rows", "distinct_values", "delta_disclosure")
        },
    )
    st.caption(text.CLASSES_HELP)


def _frame(classes: pd.DataFrame, shown: pd.DataFrame) -> pd.DataFrame:
    numbers = pd.Series(range(1, len(classes) + 1), index=classes.index)
    measures = shown[list(NAMES)].rename(columns=NAMES).reset_index(drop=True)
    # As texts: a table of numbers has no sign for what is infinite.
    measures[NAMES["delta_disclosure"]] = [_digits(value) for value in shown["delta_disclosure"]]
    columns = shown.index.to_frame(index=False).astype(str)
    columns.columns = pd.Index(
        [f"{name} " if name in measures or name == "Class" else name for name in columns.columns]
    )
    position = numbers.loc[shown.index].to_numpy()
    return pd.concat([pd.DataFrame({"Class": position}), columns, measures], axis=1)
