"""Published table: how safe is a person in a table that was "anonymised"?"""

import itertools
import math
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import streamlit as st

from leakage.decision.leakage import InformationLeakage, information_leakage
from leakage.derivation import derive_information_leakage
from leakage.frames import read_text_table
from leakage.published import generalisation
from leakage.published.estimation import confidence_set, correctness, error_among
from leakage.published.generalisation import Generalisation, Requirement, generalised
from leakage.published.hierarchy import Hierarchy, suggest_hierarchy, tree
from leakage.published.records import as_published, class_records, classes_of
from leakage.published.summary import AVERAGES, HIGHER_IS_SAFER, REPORTED, class_yardsticks, report, worst_classes
from leakage.published.table import MISSINGS, ClassCounts, PublishedTable, text_of
from leakage.published.yardsticks import Prior, conditional_prior, counts_of, recursive_diversities
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Correct, Resolve
from leakage.resolution.rules import Shares
from leakage.workspace.csv_files import to_csv, unguarded
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from pages import catalogue
from pages.app import charts, given_table, page
from pages.app.charts import Chart, derivation_on_demand, plain, show, show_table
from pages.app.figures import figure
from pages.app.words import count, error_text, listed, percent, unmarked
from pages.science.python_script import expression

work = page.open_page(
    catalogue.PUBLISHED_TABLE, "A table about many people was published as “anonymised”. How safe is a person in it?"
)
given = given_table.choose()


MOST_DRAWN, MOST_SHOWN, CONFIDENCE = 30, 1_000, 0.9


def prior_posterior_chart(
    values: Sequence[str], before: Sequence[float], after: Sequence[float], mine: str | None
) -> Chart:
    """For each sensitive value, the likeliest after on top, the belief before and after; the true one in its colour."""
    order = sorted(range(len(values)), key=lambda place: (-after[place], -before[place], values[place]))[:MOST_DRAWN]
    names, rows = [plain(values[place]) for place in order[::-1]], order[::-1]
    groups = [
        ("before: in the whole table", MISSING, "before", before, rows),
        ("after: yours" if mine else "after", RIGHT, "after", after, [n for n in rows if values[n] == mine]),
        ("after: not yours" if mine else "after", WRONG, "after", after, [n for n in rows if values[n] != mine]),
    ]
    marks = [
        charts.bars(
            name,
            [(plain(values[place]), likely[place]) for place in some],
            colour,
            f"%{{y}}<br>{when}: %{{x:.4f}}",
            offsetgroup=when,
            text=[percent(likely[place]) for place in some],
        )
        for name, colour, when, likely, some in groups
        if some
    ]
    alt = [f"{values[n]}: {percent(before[n])} before, {percent(after[n])} after" for n in order]
    across = charts.share_axis("how likely to her", [0, 1.12], tickvals=[0, 0.25, 0.5, 0.75, 1])
    up = {"type": "category", "categoryorder": "array", "categoryarray": names}
    height = charts.bars_height(2 * len(order)) + 40
    grouped: dict[str, Any] = {"height": height, "barmode": "group", "bargroupgap": 0.05}
    return charts.draw("What does she believe about you now?", marks, across, up, f"{'; '.join(alt)}.", **grouped)


def key(name: str, column: str = "") -> str:
    """What the page remembers something of this table by, or of one of its columns."""
    return f"published-{name}-{given.key}" + (f"-{list(given.frame.columns).index(column)}" if column else "")


def kept(name: str, column: str = "") -> dict[str, Any]:
    """The options of a widget that keeps its state while this table is open."""
    return {"key": key(name, column), "persist_state": "session"}


def define(words: str, heading: str = "") -> None:
    """A definition and its source, one click away beside its heading."""
    with st.container(horizontal=True, vertical_alignment="center"):
        if heading:
            st.subheader(heading, anchor=False, width="stretch")
        with st.popover("Definition", icon=":material/function:"):
            st.markdown(words)


# Which columns others may know, and what is taken for granted.


columns = list(given.frame.columns)
left, middle, right = st.columns([5, 3, 2], vertical_alignment="bottom")
known = left.multiselect(
    "Others may know (quasi-identifiers)",
    columns,
    list(given.known),
    placeholder="Choose at least one column",
    help="Rows with the same values here form a **class**. Leave out what is never published, such as a name or an ID.",
    **kept("known"),
)
at = columns.index(given.sensitive)
sensitive = middle.selectbox("Nobody should learn (sensitive)", columns, at, **kept("sensitive"))
with right.popover("Assumptions", icon=":material/tune:", width="stretch"):
    empty = {"value": "A value like any other", "dropped": "Drop its row"}
    missing = st.radio("What is an empty cell?", list(MISSINGS), format_func=empty.__getitem__, **kept("missing"))
    question = "Which statistics did Eve have before? The sensitive value by…"
    believed = st.multiselect(question, known, placeholder="Only the whole table's", **kept("beforehand"))
    st.caption("Every distance is measured from what she believed before (Ren & Li, Definitions 2 and 4).")
    beforehand = tuple(name for name in known if name in believed)
marked = (given.key, tuple(known), sensitive, missing)


def as_marked(_: object) -> PublishedTable:
    """The table before anything is made coarser."""
    return PublishedTable(given.frame, known, sensitive, missing)


try:
    original = figure(as_marked, large=True)(marked)
except ValueError as refused:
    st.error(unmarked(error_text(refused)))
    st.stop()


# The table as it is published: its levels are chosen under "Make it coarser".


@figure
def suggested(_: str, name: str) -> Hierarchy:
    """The example's hierarchy of a column, or one that its values suggest."""
    values = given.frame[name].unique().tolist()
    parents = given.example.parents.get(name) if given.example else None
    return tree(parents, values) if parents else suggest_hierarchy(values)


def hierarchy_of(name: str) -> Hierarchy:
    """The hierarchy of a column: one's own, or a suggested one."""
    own: Hierarchy | None = st.session_state.get(key("hierarchy", name))
    return own or suggested(given.key, name)


hierarchies = {name: hierarchy_of(name) for name in known}
levels = tuple(min(st.session_state.get(key("level", name), 0), hierarchies[name].height) for name in known)
requirement: Requirement | None = st.session_state.get(key("suppress"))
basis = (*marked, tuple(hierarchies.values()))
mark = (*basis, levels, requirement)


def coarsened(_: object) -> PublishedTable:
    """The table as the levels and the suppression make it."""
    return generalised(original, hierarchies, levels, requirement)


def believed_before() -> Prior | None:
    """What Eve believed before, where that is not the distribution of the table as published."""
    suppressed = len(table.rows) < len(original.rows)
    if not beforehand:
        return original.distribution() if suppressed else None
    # Rows that were suppressed are not published, but the statistics counted them.
    whole = generalised(original, hierarchies, levels) if suppressed else table
    return conditional_prior(table, beforehand, whole)


def measured(_: object) -> tuple[pd.DataFrame, "pd.Series[float]", ClassCounts, Prior | None]:
    """Every class with every yardstick, the report, the counts beside what was believed before, and that."""
    before, hierarchy = believed_before(), hierarchy_of(sensitive)
    classes = class_yardsticks(table, before, hierarchy).assign(recursive=recursive_diversities(table.counts, c))
    return classes, report(table, prior=before, hierarchy=hierarchy, c=c), counts_of(table, before), before


table = original
if any(levels) or requirement is not None:
    try:
        table = figure(coarsened, large=True)(mark)
    except ValueError:
        st.error("Too few rows are left to measure: nothing is suppressed.")
c: float = st.session_state.get(key("c"), 2.0)
of = (mark, beforehand, c, hierarchy_of(sensitive))
try:
    classes, reported, counts, before = figure(measured, large=True)(of)
except ValueError as refused:
    st.error(unmarked(error_text(refused)))
    st.stop()


# The answer in one sentence.


k, rows = int(classes["rows"].min()), len(table.rows)
alone, certain = (int(classes["rows"][classes[name] == 1].sum()) for name in ("rows", "distinct_values"))
if k > 1:
    st.header(f"Everybody looks like at least {k - 1:,} of the other {rows - 1:,}", anchor=False)
else:
    st.header(f"{alone:,} of {rows:,} people can be singled out", anchor=False)
if certain:
    sentence = f"The sensitive value of {count(certain, 'person', 'people')} is given away by their class."
else:
    possible, error = int(classes["distinct_values"].min()), percent(float(classes["error"].min()))
    sentence = f"At least {possible} sensitive values stay possible for everybody. "
    sentence += f"A guess is wrong {error} of the time or more."
if rows < len(original.rows):
    sentence += f" {count(len(original.rows) - rows, 'row')} of {len(original.rows):,} suppressed."
st.text(f"{sentence} Measured from what Eve knew by {listed(beforehand)}." if beforehand else sentence)


# The report: the eight yardsticks that the papers name first, and how large the classes are.


NAMED_FIRST = tuple(REPORTED)[:8]
WHOLE, BITS = ("rows", "distinct_values", "recursive"), ("kl", "delta", "entropy")
EDGES = (1, 2, 3, 5, 10, 20, 50, 100, 1_000, 10_000, 100_000, 10**12)
DEFINITIONS = r"""
Eve finds the class *y* of a person; *x* is a sensitive value, *a* her belief before.

- **k-anonymity** $\min_y |y|$: people in the smallest class (Whang & Garcia-Molina 2012, §3.1)
- **l-diversity**: sensitive values in a class, distinct (2012, §3.2); by entropy $2^{H(X|y)}$, rare ones counting
  little; recursive, the greatest $l$ with $r_1<c\,(r_l+\dots+r_m)$ (Machanavajjhala et al. 2007)
- **t-closeness** $\max_y \frac12\sum_x|p(x|y)-p(x)|$: how much of the distribution must move; ordered and by
  hierarchy, moving to a near value costs less (Ren & Li, Table II); or $D(p(\cdot|y)\,\|\,p)$ (Rebollo-Monedero, §V-B1)
- **δ-disclosure** $\max_{x,y}|\log_2\frac{p(x|y)}{p(x)}|$: ∞ if a class lacks a value (Rebollo-Monedero, §V-B3)
- **mutual information** $I(X;Y)$: bits that a class reveals on average (Rebollo-Monedero, §V-B2)
- **distribution leakage** $\sqrt{\sum_i(a_i-x_i)^2}$ is how far a belief moves, **entropy leakage** $|H(a)-H(x)|$ how
  much uncertainty changes; if a class swaps shares, only the first sees it (Ren & Li, Definitions 6 to 10)
- **attacker's error** $1-\max_x p(x|y)$: how often the best guess is wrong (Rebollo-Monedero, eqs. 1 to 4)
"""


def written(name: str, value: float) -> str:
    """A yardstick's value in its unit."""
    column = REPORTED[name]
    if column == "error":
        return percent(value)
    digits = "∞" if math.isinf(value) else f"{value:.0f}" if column in WHOLE else f"{value:.3f}"
    return f"{digits} bits" if column.startswith(BITS) and digits != "∞" else digits


def numbered(places: Sequence[int]) -> str:
    """Classes by their numbers, or how many they are."""
    if len(places) > 2:
        return f"{len(places):,} classes"
    return f"class{'es' * (len(places) > 1)} {listed([str(place + 1) for place in places])}"


def show_report() -> None:
    """The yardsticks, and beside them how many people share their class with how many."""
    every = bool(st.session_state.get(key("all")))
    lines = [_row(name) for name in reported.index if every or name in NAMED_FIRST]
    left, right = st.columns([8, 6], gap="medium")
    with left:
        show_table(lines, ["Yardstick", "Value", "Safer", "Worst off"], "The yardsticks of the table", height="content")
        with st.container(horizontal=True, vertical_alignment="center"):
            st.toggle("All yardsticks", **kept("all"))
            define(DEFINITIONS)
        if every:
            st.slider("c of recursive (c, l)-diversity", 0.5, 5.0, 2.0, 0.5, **kept("c"))
    with right:
        show(sizes_chart(), "class-sizes")
    if given.example:
        st.caption(f"{given.example.shows} *{given.example.source}.*")


def _row(name: str) -> tuple[str, ...]:
    column = REPORTED[name]
    where = "on average" if name in AVERAGES else numbered(worst_classes(classes, column))
    safer = "higher" if column in HIGHER_IS_SAFER else "lower"
    return name.replace("(c,", f"({c:g},"), written(name, float(reported[name])), safer, where


def sizes_chart() -> Chart:
    """How many people are in classes of each size."""
    sizes = table.counts.sizes
    people, number = (np.histogram(sizes, EDGES, weights=w)[0].astype(int) for w in (sizes, np.ones(len(sizes))))
    names = [f"{low:,}" if high == low + 1 else f"{low:,}–{high - 1:,}" for low, high in itertools.pairwise(EDGES)]
    bars = list(zip(names, people.tolist(), number.tolist(), strict=True))[: int(np.flatnonzero(people)[-1]) + 1]
    colours = [RIGHT if name == "1" else MISSING for name, *_ in bars]
    hover = "in classes of %{x}: %{y:,} people, %{customdata:,} classes"
    return charts.draw(
        "How large are the classes?",
        [charts.columns("people", bars, hover, marker=charts.bar_marker(colours))],
        charts.axis("people in the class (more is safer)", type="category"),
        charts.axis("people", rangemode="tozero"),
        "; ".join(f"classes of {name}: {count(number, 'person', 'people')}" for name, number, _ in bars) + ".",
        height=280,
    )


# Class by class.


def show_classes() -> None:
    """Both leakages of every class, and the classes with their yardsticks."""
    far, changed = (worst_classes(classes, name) for name in ("distribution_leakage", "entropy_leakage"))
    sentence = f"Beliefs move most in {numbered(far)}, uncertainty changes most in {numbered(changed)}."
    ranked = classes.assign(number=range(1, len(classes) + 1)).nlargest(len(classes), "distribution_leakage")
    st.text(sentence if set(far) & set(changed) else f"{sentence} The yardsticks disagree: each misses something.")
    show(class_leakages_chart(ranked, sentence), "class-leakages")
    if len(ranked) > MOST_SHOWN:
        st.text(f"The {MOST_SHOWN:,} classes with most distribution leakage, of {len(ranked):,}.")
    called, shown = {REPORTED[name]: name for name in REPORTED if name not in AVERAGES}, ranked[:MOST_SHOWN]
    measures = shown[["number", *(name for name in classes if name in called)]].reset_index(drop=True)
    # As text: a table of numbers has no sign for what is infinite.
    delta = [written("δ-disclosure", value) for value in measures["delta_disclosure"]]
    measures = measures.assign(delta_disclosure=delta).round(3).rename(columns={**called, "number": "Class"})
    named = shown.index.to_frame(index=False).astype(str)
    named.columns = pd.Index([f"{name} " if name in measures else name for name in named.columns])
    st.dataframe(pd.concat([named, measures], axis=1), hide_index=True, alt="The classes with every yardstick")


def class_leakages_chart(ranked: pd.DataFrame, alt: str) -> Chart:
    """Both leakages of every class, of those that are alike one; Ren & Li's Figures 2 to 4 have bars."""
    leakages = ["distribution_leakage", "entropy_leakage"]
    shown = ranked[~ranked[leakages].round(6).duplicated()][:MOST_SHOWN]
    named = [plain(", ".join(map(str, values))) for values in shown.index]
    points = zip(*(shown[name] for name in leakages), shown["number"], named, shown["rows"], strict=True)
    hover = "class %{customdata[0]}: %{customdata[1]}<br>%{customdata[2]:,} rows, moved %{x:.4f}, changed %{y:.4f} bits"
    return charts.draw(
        "Which class does the table say most about?",
        [charts.dots("classes", points, RIGHT, hover, size=9, opacity=0.7)],
        charts.axis("distribution leakage (higher is worse)", rangemode="tozero"),
        charts.axis("entropy leakage (bits)", rangemode="tozero"),
        alt,
        height=320,
    )


# One person in it: what is believed of them before and after, and how much of them the table leaks.


class Person(NamedTuple):
    """Somebody in the table: plain values by column, the number of the class, the sensitive value if it is known."""

    record: Record
    number: int
    secret: str | None


def choose_person() -> Person | None:
    """Somebody of the example, a row, or oneself by the profile."""
    example = given.example.person if given.example else Record()
    called = {column.casefold(): column for column in columns}
    labels = {a.label: called.get(work.display_name(a.label).casefold(), a.label) for a in work.reference}
    mine = Record({(labels[a.label], a.value): Attribute(labels[a.label], a.value) for a in work.reference}.values())
    kinds = {"The person of the example": example, "A row": None, "My profile": mine}
    offered = [kind for kind, record in kinds.items() if record is None or set(known) & set(record.labels)]
    record = kinds[str(st.segmented_control("Who?", offered, default=offered[0], required=True, **kept("who")))]
    own = -1
    if record is None:
        row = int(st.number_input("Which row?", 1, len(original.rows), 1, **kept("row"))) - 1
        cells = original.rows.iloc[row]
        record = Record(Attribute(n, text_of(cells[n])) for n in (*known, sensitive) if not pd.isna(cells[n]))
        # Rows that are left keep the number that they had before others were suppressed.
        own = row if table is original else int(table.rows.index.get_indexer(pd.Index([row]))[0])
    ordered = sorted(record, key=lambda a: columns.index(a.label) if a.label in columns else -1)
    st.text(", ".join(f"{a.label}: {a.value}" for a in ordered))
    values = {name: record.values(name)[0] for name in known if record.values(name)}
    matching = [int(table.class_of[own])] if own >= 0 else classes_of(table, values, hierarchies).tolist()
    if not matching:
        st.info("No class of this table fits. This person is not in it.", icon=":material/person_off:")
        return None
    number = matching[0]
    if len(matching) > 1:
        number = st.selectbox(
            f"{count(len(matching), 'class', 'classes')} may be theirs; which?",
            matching[:1000],
            format_func=lambda place: f"{place + 1}: {', '.join(map(text_of, table.class_values(place).values()))}",
            **kept("class"),
        )
    return Person(record, int(number), next(iter(record.values(sensitive)), None))


def show_person() -> None:
    """What Eve believes before and after, how wrong she is, and how much leaks."""
    left, right = st.columns(2, gap="large")
    with left:
        person = choose_person()
    if person is None:
        return
    values = [text_of(value) for value in counts.values]
    before = (counts.prior if counts.prior.ndim == 1 else counts.prior[person.number]).tolist()
    after = counts.distribution(person.number).tolist()
    where = ", ".join(f"{name} {text_of(value)}" for name, value in table.class_values(person.number).items())
    size = int(counts.sizes[person.number])
    with right:
        show(prior_posterior_chart(values, before, after, person.secret), "prior-posterior")
    with left:
        st.text(f"Class {person.number + 1}, {where}: {size:,} of {rows:,} rows.")
        define(
            r"First she believes what is true of the whole table, $p(x)$, then what is true of the class, $p(x|y)$. "
            r"Her best guess errs with $1-\max_x p(x|y)$, one of $n$ alike with $1-1/n$; her belief misses the truth "
            r"by $E\,d(X,x_t)$. *Rebollo-Monedero et al., eq. (1), Sections V-A1, VI-A.*",
            "How wrong is she?",
        )
        place = values.index(person.secret) if person.secret in values else None
        show_table(errors(before, after, place, size), ["", "Before", "After"], "How wrong she is before and after")
    show_leakage(person)


def errors(before: list[float], after: list[float], place: int | None, size: int) -> list[tuple[str, ...]]:
    """How wrong she is, before and after."""
    both = (before, after)
    sets = [confidence_set(belief, CONFIDENCE).members for belief in both]
    missed = [] if place is None else [percent(correctness(belief, place)) for belief in both]
    return [
        ("Best guess: wrong", *(percent(1.0 - max(belief)) for belief in both)),
        ("One of the possible values: wrong", *(percent(error_among(sum(p > 0.0 for p in b))) for b in both)),
        ("One of the rows: wrong", percent(error_among(rows)), percent(error_among(size))),
        (f"Values to check to be {CONFIDENCE:.0%} sure", *(str(len(members)) for members in sets)),
        *([("Belief misses the truth by", *missed)] if missed else []),
    ]


@figure
def table_leakage(mark: object, reference: Record, extra: Record, alike: tuple[str, ...]) -> InformationLeakage:
    """What Eve knows who merges the rows of each class, and has a record of her own."""
    records = [*class_records(table), *([extra] if len(extra) else [])]
    return information_leakage(records, reference, eve(alike))


def eve(alike: tuple[str, ...]) -> Adversary:
    """Who merges the rows of each class; some values mean the same to her."""
    as_one = [Correct({(sensitive, value): alike[0] for value in alike[1:]})] if alike else []
    return Adversary(*as_one, Resolve(Shares(*known)))


def show_leakage(person: Person) -> None:
    """Information leakage by the table alone, and with what else Eve knows."""
    define(
        "$L(R,e,E)$: Eve merges the rows of each class into one record and holds it against what is true of the "
        "person. All labels weigh 1, and a coarser value counts as right if it covers the true one. Lower is better; "
        "two people with the same k can differ. *Whang & Garcia-Molina 2012, Section 3.*",
        "How much of this person does the table leak?",
    )
    left, right = st.columns(2)
    labels, background = list(person.record.labels), given.example.background.labels if given.example else ()
    usual = [label for label in background if label in labels]
    knows = left.multiselect("What else does Eve know?", labels, usual, placeholder="Nothing", **kept("background"))
    values = [text_of(value) for value in table.values][:1000]
    alike = right.multiselect("Which values mean the same to her?", values, placeholder="None", **kept("alike"))
    same = tuple(sorted(alike, key=lambda value: value != person.secret)) if len(alike) > 1 else ()
    extra = Record(a for a in person.record if a.label in knows)
    named = [*(f"class {number + 1}" for number in range(table.counts.classes)), "what else she knows"]
    reference, other = (as_published(r, table, person.number, hierarchies) for r in (person.record, extra))
    asked = f"{expression(reference, set())}, {expression(eve(same), set())}"
    scripts.append(f"print(information_leakage(class_records(PublishedTable(table, {arguments})), {asked}).leakage)\n")
    for place, name, more in ((left, "By the table alone", Record()), (right, "With what else she knows", other)):
        leaked = table_leakage.offer((mark, beforehand), reference, more, same)
        if leaked is not None:
            place.metric(name, percent(leaked.leakage), border=True, help=f"exactly {leaked.leakage:.6f}")
            derived = partial(derive_information_leakage, leaked, reference, record_named=named.__getitem__)
            with place:
                derivation_on_demand(derived, f"table-{'alone' if place is left else 'extra'}")


# Make it coarser: levels by hand, every combination that satisfies, two columns, and the result as CSV.


def show_coarser() -> None:
    """A slider for each column, the result, a hierarchy of one's own, and the search."""
    for name in known:
        _level(name)
    names = [*known, sensitive]
    with st.container(horizontal=True):
        st.download_button(
            "Save this table (CSV)",
            lambda: to_csv([names, *table.rows[names].fillna("").astype(str).map(as_number).to_numpy().tolist()]),
            "published-table.csv",
            key="published-save",
            on_click="ignore",
            help="Only these columns; whatever else the file has stays out.",
        )
        if requirement is not None:
            st.button("Publish the suppressed rows too", on_click=st.session_state.pop, args=(key("suppress"),))
        with st.popover("A hierarchy of your own", icon=":material/account_tree:"):
            own_hierarchy(st.selectbox("Column", names, **kept("edit")))
    show_search()


def as_number(cell: str) -> str | float:
    """The number that a cell is, written as it was: no spreadsheet takes it for a formula."""
    number = float(pd.to_numeric(cell, errors="coerce"))
    return number if repr(number).removesuffix(".0") == cell else cell


def _level(name: str) -> None:
    hierarchy, place = hierarchies[name], key("level", name)
    left, middle, right = st.columns([2, 3, 3], vertical_alignment="center")
    left.text(name)
    # Not as the widget's default: the search sets levels as well, and another hierarchy may be lower.
    st.session_state[place] = min(st.session_state.get(place, 0), hierarchy.height)
    label, most = f"How coarse is column {columns.index(name) + 1}?", max(hierarchy.height, 1)
    level = middle.slider(label, 0, most, label_visibility="collapsed", **kept("level", name))
    first, now = hierarchy.values[0], hierarchy.levels[min(level, hierarchy.height)][0]
    right.text(f"{first} → {now}" if level else f"{first} as it is")


def own_hierarchy(name: str) -> None:
    """A column's hierarchy as a file: to save, to change in a spreadsheet, and to open."""
    frame, place = hierarchy_of(name).to_frame(), key("hierarchy", name)
    content = to_csv([list(frame.columns), *frame.to_numpy().tolist()])
    st.download_button("Save it (CSV)", content, "hierarchy.csv", key=f"{place}-save", on_click="ignore")
    take = page.tried(lambda: _open_hierarchy(name, place), place)
    st.file_uploader("Open another one", type="csv", key=f"{place}-upload", on_change=take)
    st.caption("One row per value, one column per level, and a line of headings. Merged values stay merged.")
    page.refused(place)


def _open_hierarchy(name: str, place: str) -> None:
    file = st.session_state.get(f"{place}-upload")
    hierarchy = None if file is None else Hierarchy.from_frame(read_text_table(file.getvalue()).map(unguarded))
    if hierarchy and {text_of(value) for value in given.frame[name].unique()} - set(hierarchy.values):
        raise ValueError("the hierarchy must have every value of its column")
    st.session_state[place] = hierarchy


ASKED: dict[str, tuple[str, float]] = {
    "k": ("k, at least", 1),
    "distinct_l": ("l: values, at least", 1),
    "entropy_l": ("Entropy l, at least", 1.0),
    "suppression": ("Rows suppressed (%)", 0.0),
    "t": ("t, at most", 0.0),
    "epsilon": ("ε: beliefs move, at most", 0.0),
    "alpha": ("α: bits, at most", 0.0),
}
DISTANCES = {"equal": "all as far apart", "ordered": "in order", "hierarchy": "in a hierarchy", "kl": "KL divergence"}


def asked_for() -> tuple[Requirement, float]:
    """What every class must satisfy, and the percentage of rows that may be suppressed."""
    places = [*st.columns(4), *st.columns(4)]
    asked: dict[str, Any] = {}
    for place, (name, (label, least)) in zip(places, ASKED.items(), strict=False):
        step = type(least)(1) if least else 0.05
        value = place.number_input(label, least, step=step, value=None, placeholder="not asked", **kept(f"ask-{name}"))
        asked |= {} if value is None else {name: value}
    distance: Any = places[-1].selectbox("t by values", DISTANCES, format_func=DISTANCES.__getitem__, **kept("t"))
    suppression = min(asked.pop("suppression", 0.0), 99.0)
    return Requirement(**asked, distance=hierarchy_of(sensitive) if distance == "hierarchy" else distance), suppression


@figure
def table_ways(basis: object, requirement: Requirement, suppression: float) -> tuple[Generalisation, ...]:
    """Every combination of levels that satisfies."""
    return generalisation.generalisations(original, hierarchies, requirement, suppression)


def show_search() -> None:
    """All minimal ways to make the table coarse enough."""
    define(
        "All values of a column become coarser by the same number of levels. Distances are from the whole table, "
        "before rows whose class fails are suppressed. *Ren & Li, Definition 1 and Section V-B.*",
        "How coarse must it be?",
    )
    requirement, suppression = asked_for()
    total = generalisation.combinations(original, hierarchies)
    if total > (most := generalisation.MOST_COMBINATIONS):
        st.text(f"Of {total:,} combinations of levels {most:,} can be tried: choose fewer columns.")
        return
    ways = table_ways.offer(basis, requirement, suppression, button=f"Try all {total:,} combinations")
    if ways is None:
        return
    if not ways:
        st.warning("Nothing satisfies this, not even the coarsest values. Ask for less, or suppress rows.")
        return
    least = generalisation.minimal(ways)
    st.text(f"{count(len(least), 'minimal way')} among {len(ways):,} that satisfy, most classes first.")
    frame = pd.DataFrame([(*w.levels, w.classes, w.suppressed) for w in least])
    # A column of the table may be called as one of these.
    frame.columns = pd.Index([*known, *(f"{n} " if n in known else n for n in ("Classes", "Suppressed"))])
    frame.index = pd.RangeIndex(1, len(frame) + 1, name="Way")
    marked_by: dict[str, Any] = {"on_select": "rerun", "selection_mode": "single-row"}
    picked = st.dataframe(frame, alt="The minimal ways", key="published-found", **marked_by)
    place = next(iter(picked["selection"]["rows"]), 0)
    chosen = least[min(place, len(least) - 1)]
    st.button(f"Use way {place + 1}", key="published-use", on_click=_use, args=(chosen, requirement))


def _use(way: Generalisation, requirement: Requirement) -> None:
    for name, level in zip(known, way.levels, strict=True):
        st.session_state[key("level", name)] = level
    st.session_state[key("suppress")] = requirement if way.suppressed else None


scripts, arguments = list[str](), f"{known!r}, {sensitive!r}, {missing!r}"
page.show_tabs(
    {
        "Report": show_report,
        "Class by class": show_classes,
        "One person in it": show_person,
        "Make it coarser": show_coarser,
    },
    key="published-tab",
)
opened = 'read_table_csv(Path("published-table.csv").read_bytes())  # saved under "Make it coarser"'
if rows <= MOST_SHOWN:
    opened = f"pd.DataFrame({table.rows[[*known, sensitive]].to_dict('list')!r})"
imports = "from math import nan\nfrom pathlib import Path\n\nimport pandas as pd\n\nfrom leakage import *\n"
imports += "from leakage.published import *\nfrom leakage.published.hierarchy import Hierarchy\n"
imports += "from leakage.published.records import class_records, read_table_csv\n"
lines = f"table = {opened}\nprior = {before!r}\nhierarchy = Hierarchy({hierarchy_of(sensitive).levels!r})\n"
lines += f"print(report(table, {arguments}, prior=prior, hierarchy=hierarchy, c={c}).to_dict())\n"
page.as_python(catalogue.PUBLISHED_TABLE, "\n".join([imports, lines, *scripts]))
