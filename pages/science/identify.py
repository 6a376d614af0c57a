"""Re-identification: which row of a table without names is mine, and how little it takes."""

from __future__ import annotations

import datetime
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage import reidentification as reid
from leakage.progress import cancellable, report
from leakage.reidentification.similarity import number_of
from leakage.workspace.limits import InputProblem
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from pages import catalogue
from pages.app import charts, given_table, page
from pages.app.charts import plain, show, show_table
from pages.app.figures import figure
from pages.app.words import count, percent

PAPER = "Narayanan & Shmatikov 2008"
IMPORTS = "import datetime\nfrom pathlib import Path\n\nimport numpy as np\n\nfrom leakage.reidentification import *\n"
SHAPES = {1_000: (200, 20_000), 10_000: (1_000, 250_000), 50_000: (2_000, 1_500_000)}
"""Items and entries of a made-up table, by its people."""
SOURCES = {"made up": "Made-up ratings", "given": "A table of people"}
KINDS = {"any": "Any items", "rare": "Rare items", "popular": "Popular items"}
DAYS = (0, 1, 3, 7, 14, 30, 90)
KEPT: dict[str, Any] = {"persist_state": "session"}
ME, FACTS, ROUND = "identify-me", "identify.facts", "identify.round"
COUNTS = (1, 2, 3, 4, 6, 8)
ENOUGH, LISTED, SHOWN, ORDERS, NEIGHBOURS, KEPT_TRIALS = 12, 3_000, 10, 200, 200, 200
LOOKS = (
    charts.Look(RIGHT, "solid", "circle", 2.5, 9),
    charts.Look(MISSING, "dash", "square", 2.5, 9),
    charts.Look(WRONG, "dot", "diamond", 2.5, 9),
)

page.open_page(catalogue.RE_IDENTIFICATION, "A table was published without names. How little finds your row?")


class Opened(NamedTuple):
    """A table, the key by which what is found in it is remembered, and the line of Python that opens it."""

    key: Hashable
    name: str
    table: reid.SparseTable
    script: str


synthetic, read_example = figure(reid.synthetic_table, large=True), figure(reid.read_table)


def made_up() -> Opened:
    """A made-up table of the size that is chosen."""
    people: int = st.select_slider(
        "How many people?", list(SHAPES), 10_000, format_func="{:,}".format, key="identify-people"
    )
    shape = reid.Shape(people, *SHAPES[people])
    return Opened(shape, SOURCES["made up"], synthetic(shape), f"table = synthetic_table({shape!r})")


def given() -> Opened:
    """The table that is open in *Science*: one of the papers', or one's own."""
    chosen = given_table.choose()
    content = chosen.content or chosen.frame.to_csv(index=False).encode()
    source = f"Path({chosen.name + '.csv'!r}).read_bytes()" if chosen.content else repr(content)
    reading = given_table.read_apart("behaviour", content) if chosen.content else read_example(content)
    if reading is None:
        st.stop()
    page.problems([InputProblem(flaw.where, flaw.sentence) for flaw in reading.flaws], "What is left out:")
    if reading.table is None:
        st.stop()
    return Opened(chosen.key, chosen.name, reading.table, f"table = read_table({source}).table")


def choose_table() -> Opened:
    """Which table is attacked, and how large it is."""
    left, right = st.columns([2, 3], vertical_alignment="bottom")
    source = left.segmented_control(
        "Which published table?",
        list(SOURCES),
        format_func=SOURCES.__getitem__,
        default="made up",
        required=True,
        key="identify-source",
        persist_state="session",
        help="Long, with the columns **who, what, value, when** (the last two may be missing), or one row per person"
        " and one column per item. People without an ID are called row 1, row 2, …",
    )
    with right if source == "made up" else st.container():
        return made_up() if source == "made up" else given()


def choose_me(place: DeltaGenerator) -> int | None:
    """The number of one's own row; None where it is not known."""
    table, is_another = opened.table, st.session_state.get("identify.open") != opened.key
    st.session_state["identify.open"] = opened.key
    # A row of another table is no mistake in this one.
    if is_another and st.session_state.get(ME) not in table.person_codes:
        st.session_state[ME] = table.people[int(np.argmax(table.sizes >= min(ENOUGH, int(table.sizes.max()))))]
    name = place.text_input("Which row is yours?", key=ME, persist_state="session", help="Empty if you don't know.")
    me = table.person_codes.get(name.strip())
    if name.strip() and me is None:
        page.problems([InputProblem("your row", "no row in the table has this name.")])
    return me


def choose_attack() -> reid.Attack:
    """How Eve compares, with the definitions."""
    (first, second), (third, fourth) = st.columns(2), st.columns(2)
    robust = first.selectbox("How she decides", ("Robust (Scoreboard-RH)", "Strict (Scoreboard)"), key="identify-how")
    within = second.slider("Values within", 0, 4, 0, key="identify-within", disabled=not numeric, **KEPT)
    days = third.select_slider("Dates within (days)", DAYS, 14, key="identify-days", disabled=not dated, **KEPT)
    is_robust = robust.startswith("Robust")
    ahead = "How far ahead, φ"
    phi = fourth.slider(ahead, 0.1, 10.0, 1.5, 0.1, key="identify-phi", disabled=not is_robust, **KEPT)
    st.caption(
        "**Scoreboard-RH** sums $\\mathrm{Sim}(aux_i, r'_i) / \\log|\\mathrm{supp}(i)|$, so that rare items count more,"
        " and names the best row if it is at least φ standard deviations ahead of the second. A few wrong facts do not"
        " mislead it. **Scoreboard** keeps the rows with $\\min_i \\mathrm{Sim}(aux_i, r'_i) > \\alpha$; one wrong fact"
        f" and it finds nobody. {PAPER}, Section 4."
    )
    similarity = reid.ValueSimilarity(within if numeric else 0, days if dated else None)
    return reid.Attack("scoreboard_rh", similarity, phi) if is_robust else reid.Attack("scoreboard", similarity, 0.0)


def as_script(lines: str) -> None:
    """How large the table is, and what was computed as a script, behind the lines that open the table."""
    sizes = f"{count(len(opened.table), 'person', 'people')}, {count(len(opened.table.items), 'item')}"
    st.text(f"{opened.name}: {sizes}, {count(opened.table.entries, 'entry', 'entries')}.")
    page.as_python(catalogue.RE_IDENTIFICATION, f"{IMPORTS}\n{opened.script}\n{lines}")


opened = choose_table()
dated = opened.table.day is not None
numeric = opened.table.numbers is not None and len(opened.table.levels) > 1
left, right = st.columns([5, 2], vertical_alignment="bottom")
me = choose_me(left)
with right.popover("How she compares", icon=":material/compare_arrows:", width="stretch"):
    attack = choose_attack()


def about_items(auxiliary: reid.Auxiliary, table: reid.SparseTable, kind: str) -> reid.Auxiliary:
    """Facts about items of one kind: the fifth that most people have are popular, the others rare."""
    popular = max(1, len(table.items) // 5)
    if kind == "any" or len(table.items) < 2:
        return auxiliary
    return replace(auxiliary, outside=popular) if kind == "rare" else replace(auxiliary, inside=popular)


def choose_drawing() -> reid.Auxiliary:
    """How Eve comes to know facts."""
    first, second, third, fourth, fifth = st.columns(5)
    facts = first.slider("Facts she learns", 1, 20, 4, key="identify-count", **KEPT)
    kind = second.selectbox("About", list(KINDS), format_func=KINDS.__getitem__, key="identify-kind", **KEPT)
    value = third.slider("Values off by", 0, 4, 0, key="identify-value-error", disabled=not numeric, **KEPT)
    day = fourth.select_slider("Days off by", DAYS, 3, key="identify-day-error", disabled=not dated, **KEPT)
    wrong = fifth.slider("Plain wrong", 0.0, 1.0, 0.0, 0.05, format="percent", key="identify-wrong", **KEPT)
    drawn = reid.Auxiliary(facts, value_error=value if numeric else 0, day_error=day if dated else 0, wrong=wrong)
    return about_items(drawn, opened.table, kind)


def known_facts(drawing: reid.Auxiliary) -> tuple[reid.Fact, ...]:
    """What Eve knows: drawn anew where anything that the draw depends on has changed, else as it was entered."""
    number = st.session_state.get(ROUND, 0)
    key = (opened.key, me, drawing, number)
    if st.session_state.get(FACTS, (None,))[0] != key:
        drawn = () if me is None else drawing.draw(opened.table, me, np.random.default_rng((number, 8)))
        st.session_state[FACTS] = (key, drawn)
    facts: tuple[reid.Fact, ...] = st.session_state[FACTS][1]
    return facts


def entered() -> reid.Fact:
    """The fact in the form; a ValueError says what is wrong with it."""
    item, value = ((st.session_state.get(f"fact-{part}") or "").strip() for part in ("item", "value"))
    if not item:
        raise ValueError("choose what the fact is about")
    if value and opened.table.numbers is not None:
        number_of(value)
    return reid.Fact(item, value, st.session_state.get("fact-date"))


def change_fact(keep: bool) -> None:
    """Take over the fact in the form in place of what was known of its item, or take that away."""
    fact, (key, facts) = entered(), st.session_state[FACTS]
    by_item = {other.item: other for other in facts} | {fact.item: fact}
    st.session_state[FACTS] = (key, tuple(other for other in by_item.values() if keep or other != fact))


def edit_facts(table: reid.SparseTable, facts: Sequence[reid.Fact]) -> None:
    """What Eve knows as a table, and one fact at a time in a form."""
    columns = ("About", "Value, as she believes", "Date, as she believes")
    rows = [(fact.item, fact.value or None, fact.date.isoformat() if fact.date else None) for fact in facts]
    show_table(
        rows, columns, "What Eve knows about you", placeholder="", column_order=columns if dated else columns[:2]
    )
    page.refused("fact")
    with st.form("fact"):
        places = st.columns([3, 2, 2])
        for place, title, part, options in (
            (places[0], "About", "item", table.items),
            (places[1], "Value", "value", table.levels),
        ):
            if len(options) <= LISTED:
                place.selectbox(title, options, index=None, placeholder="Unknown", key=f"fact-{part}")
            else:
                place.text_input(title, key=f"fact-{part}")
        if dated:
            places[2].date_input("Date", None, datetime.date(1900, 1, 1), datetime.date(2200, 1, 1), key="fact-date")
        with st.container(horizontal=True):
            save, remove = (page.tried(partial(change_fact, keep), "fact") for keep in (True, False))
            st.form_submit_button("Save this fact", key="fact-save", on_click=save)
            st.form_submit_button("Remove it", key="fact-remove", on_click=remove)


def verdict(lineup: reid.Lineup, facts: Sequence[reid.Fact]) -> str:
    """Whom Eve names."""
    size = f"{lineup.scores.size:,}"
    if lineup.verdict is None and lineup.not_in_it:
        return "Eve names nobody"
    if lineup.verdict is None:
        return f"Eve is left with {len(lineup.matching):,} of {size} people"
    if me is None:
        return f"Eve picks one row out of {size}"
    if lineup.verdict == me:
        return f"With {count(len(facts), 'fact')} Eve finds you among {size}"
    return f"Eve is misled: she picks the wrong one out of {size}"


def in_words(lineup: reid.Lineup) -> str:
    """How sure she is, and of what."""
    if not len(lineup.scores.people):
        said = "No row agrees with any of these facts, so they do not help her."
    elif lineup.eccentricity is None:
        said = f"{count(len(lineup.matching), 'row agrees', 'rows agree')} with every fact."
    else:
        said = f"The best row is {lineup.eccentricity:.2f} standard deviations ahead of the second; she asks for"
        said += f" {attack.threshold:g}{', so the person may not be in it' if lineup.not_in_it else ''}."
    left = f"Of {lineup.bits_before:.1f} bits that hide a person, {lineup.entropy:.1f} are left."
    mine = "" if me is None else f" She gives your row a probability of {percent(lineup.probability_of(me))}."
    return f"{said} {left}{mine}"


def draw_lineup(lineup: reid.Lineup, top: Sequence[reid.Candidate]) -> None:
    """The best scores, the best on top, with the line the second must not pass."""
    names = opened.table.people
    robust = lineup.eccentricity is not None
    scale = lineup.scores.deviation if robust and lineup.scores.deviation else 1.0
    ranked, highest = list(reversed(top)), top[0].score / scale
    groups = (("you", RIGHT, True), ("someone else", WRONG, False)) if me is not None else (("a row", MISSING, False),)
    hover = "%{customdata[0]}: %{x:.2f}, score %{customdata[1]:.4f}<br>probability %{customdata[2]:.4f}"
    marks = []
    for name, colour, mine in groups:
        some = [(n, c) for n, c in enumerate(ranked) if (c.person == me) == mine]
        points = [(n, c.score / scale, plain(names[c.person]), c.score, c.probability) for n, c in some]
        if some:
            marks.append(charts.bars(name, points, colour, hover, text=[percent(c.probability) for _, c in some]))
    limit: charts.Settings = {}
    if robust and highest > attack.threshold:
        limit["shapes"] = [charts.vertical(highest - attack.threshold, width=2, dash="dash")]
    across = charts.axis("likeness score, in σ (dashed: φ)" if robust else "least similarity", [0, 1.3 * highest])
    up = charts.rows([plain(names[c.person]) for c in ranked])
    alt = f"Bars for the best {len(top)} rows; the best has a probability of {percent(top[0].probability)}."
    height = charts.bars_height(len(ranked)) + 10
    show(charts.draw("Which row fits best?", marks, across, up, alt, height=height, **limit), "lineup")


def show_learned(lineup: reid.Lineup, facts: Sequence[reid.Fact]) -> None:
    """The entries of the row that she picked."""
    if lineup.verdict is None:
        return
    known = {fact.item for fact in facts}
    row = opened.table.facts_of(lineup.verdict)
    fresh = sum(fact.item not in known for fact in row)
    title = f"What she learns from it: {count(fresh, 'more entry', 'more entries')}"
    with st.expander(title, icon=":material/key:"):
        rows = [(f.item, f.value, f.date, "before" if f.item in known else "now") for f in row]
        columns = ["About", "Value", *(["Date"] if dated else []), "Known"]
        show_table(rows, ["About", "Value", "Date", "Known"], "The row that Eve picked", column_order=columns)


def show_row() -> None:
    """Which row is me: the verdict, the chart, and what Eve knows."""
    result = st.container()
    with st.container(border=True):
        st.subheader("What does Eve know?", anchor=False)
        facts = known_facts(choose_drawing())
        edit_facts(opened.table, facts)
        again = partial(st.session_state.update, {ROUND: st.session_state.get(ROUND, 0) + 1})
        st.button("Other facts", key="identify-other", icon=":material/casino:", on_click=again)
    with result:
        if not facts:
            st.header("Eve knows nothing yet", anchor=False)
            st.text(f"Any of {len(opened.table):,} people could be you. Enter below what she might know.")
            return
        lineup = attack.on(opened.table, facts)
        st.header(verdict(lineup, facts), anchor=False)
        st.text(in_words(lineup))
        top = lineup.top(SHOWN)
        if top:
            draw_lineup(lineup, top)
        show_learned(lineup, facts)
        with st.popover("Definitions", icon=":material/function:"):
            st.markdown(
                "$\\log_2 N$ bits hide one of N people. Those left are the entropy of the probabilities that Eve gives"
                " the rows, $c \\cdot e^{\\mathrm{score}/\\sigma}$ by Scoreboard-RH. They say how sure she is, not"
                f" whether she is right. {PAPER}, Section 4 and Definition 4."
            )
    said = ", ".join(f"Fact({fact.item!r}, {fact.value!r}, {fact.date!r})" for fact in facts)
    as_script(f"lineup = {attack!r}.on(table, [{said}])\nprint(lineup.verdict, lineup.entropy, lineup.eccentricity)\n")


@figure
def thinning(key: Hashable, person: int, similarity: reid.ValueSimilarity) -> reid.Uniqueness:
    """The crowd around a person."""
    return reid.uniqueness(opened.table, person, similarity, orders=ORDERS)


def show_thinning() -> None:
    """How the crowd around a person thins out with each entry that Eve knows."""
    if me is None:
        st.info("Say above which row is yours.", icon=":material/person:")
        return
    found = thinning(opened.key, me, attack.similarity)
    needed, entries = found.needed, found.left.shape[1] - 1
    usual = int(np.median(needed))
    alone = needed[0] >= 0
    words = f"{count(usual, 'random entry', 'random entries')} of yours {'leaves' if usual == 1 else 'leave'} you alone"
    st.header(words if alone else "Nothing makes you unique: others have all that you have", anchor=False)
    if alone:
        rare = f"Picked for their rarity, {count(int(found.fewest or 0), 'entry is', 'entries are')} enough."
        st.text(f"In the worst order for Eve, she needs {int(needed.max())} of your {entries}. {rare}")
    shown = min(entries + 1, (int(max(needed.max(), 1)) if alone else entries) + 2, 26)
    steps, left = list(range(shown)), found.left[:, :shown]
    low, middle, high = np.quantile(left, [0.05, 0.5, 0.95], axis=0).tolist()
    hover = ("after %{x} random entries: %{y:,.0f} left", "after the %{x} most revealing entries: %{y:,} left")
    edge, grey = [*zip(steps, high, strict=True), *zip(steps[::-1], low[::-1], strict=True)], "rgba(138,143,152,0.25)"
    marks = [
        charts.line("nine in ten random orders", edge, grey, None, width=0, fill="toself", fillcolor=grey),
        charts.line(
            "random entries, the median", zip(steps, middle, strict=True), charts.Look(RIGHT, size=7), hover[0]
        ),
        charts.line(
            "the most revealing entry first",
            enumerate(found.rarest_first[:shown].tolist()),
            charts.Look(MISSING, "dash", "diamond", size=8),
            hover[1],
        ),
    ]
    top = float(np.log10(left[0, 0])) + 0.1
    across = charts.axis("entries that Eve knows", dtick=max(1, shown // 12))
    up = charts.axis("people left (1: you alone)", [-0.1, top], type="log", dtick=1, tickformat=",")
    alt = f"From {left[0, 0]:,} people down to {int(middle[-1]):,} after {shown - 1} entries, in half of the orders."
    show(charts.draw("After how many entries is nobody else left?", marks, across, up, alt, height=360), "thinning")
    st.caption(f"Who is left is the matching set of Scoreboard for the first k entries. {PAPER}, Section 4.")
    as_script(f"print(uniqueness(table, {me}, {attack.similarity!r}, orders={ORDERS}).needed)\n")


@figure
def nearest(key: Hashable, similarity: reid.ValueSimilarity, extra: int | None) -> tuple[float, ...]:
    """For people drawn at random, and an extra one first, how similar the most similar other person is."""
    table = opened.table
    drawn = np.random.default_rng(8).choice(len(table), min(NEIGHBOURS, len(table)), replace=False).tolist()
    found = []
    for place, person in enumerate([*([] if extra is None else [extra]), *drawn]):
        report("People compared with all others", place, len(drawn))
        alike = reid.similarities(table, table.facts_of(person), similarity)
        alike[person] = -1.0
        found.append(float(alike.max()))
    return tuple(found)


def show_neighbours() -> None:
    """The share of people whose nearest neighbour is at least so similar: how sparse the table is."""
    every = nearest(opened.key, attack.similarity, me)
    own, others = (None, every) if me is None else (every[0], every[1:])
    alike = np.sort(np.array(others))
    steps, half = np.linspace(0.0, 1.0, 101), float(np.median(alike))
    shares = 1.0 - np.searchsorted(alike, steps - 1e-12) / len(alike)
    st.header(f"Half have a neighbour at least {percent(half)} similar", anchor=False)
    points = zip(steps.tolist(), shares.tolist(), strict=True)
    hover = "%{y:.1%} have a neighbour that is at least %{x:.0%} similar"
    marks = [charts.line(f"{count(len(alike), 'person', 'people')} drawn at random", points, RIGHT, hover, width=3)]
    if own is not None:
        name = f"your nearest neighbour: {percent(own)}"
        marks.append(charts.line(name, [(own, 0), (own, 1)], charts.Look(MISSING, "dash", width=2), name))
    across = charts.share_axis("similarity of the nearest neighbour, Sim(r, r′)", [-0.01, 1.01])
    up = charts.share_axis("people (higher: easier to take for another)", [-0.01, 1.02])
    alt = f"Half of the people have a nearest neighbour that is at least {percent(half)} similar."
    show(charts.draw("How alike is each person's nearest neighbour?", marks, across, up, alt, height=360), "neighbours")
    st.caption(
        "$\\mathrm{Sim}(r, r') = \\sum_i \\mathrm{Sim}(r_i, r'_i) / |\\mathrm{supp}(r) \\cup \\mathrm{supp}(r')|$. A"
        " table is sparse where few people have a similar neighbour; then a row that is like the facts is the"
        f" person's. {PAPER}, Sections 3 and 5, Figure 1."
    )
    as_script(
        f"alike = []\nfor person in np.random.default_rng(8).choice(len(table), {len(alike)}, replace=False):\n"
        f"    found = similarities(table, table.facts_of(int(person)), {attack.similarity!r})\n"
        "    found[person] = -1.0\n    alike.append(found.max())\nprint(np.median(alike))\n"
    )


Line = tuple[str, reid.Auxiliary, reid.Attack]


def lines_of(table: reid.SparseTable, compared: str, attack: reid.Attack) -> tuple[Line, ...]:
    """The lines of a comparison: a name, how Eve comes by her facts, and how she compares."""
    similarity = attack.similarity
    near = replace(similarity, days=14 if similarity.days is None else similarity.days) if dated else similarity
    usual = replace(attack, similarity=near)
    if compared == "dates":
        blind = replace(attack, similarity=replace(similarity, days=None))
        return (("with dates", reid.Auxiliary(), usual), ("without dates", reid.Auxiliary(dates=False), blind))
    if compared == "items":
        undated = reid.Auxiliary(dates=False)
        return tuple((KINDS[k].lower(), about_items(undated, table, k), attack) for k in ("rare", "any", "popular"))
    off = reid.Auxiliary(value_error=1 if numeric else 0, day_error=near.days or 0)
    tolerant = replace(usual, similarity=replace(near, within=max(near.within, 1.0 if numeric else 0.0)))
    parts = ["values off by up to 1"] if numeric else []
    parts += [f"dates by up to {off.day_error} days"] if off.day_error else []
    slightly = [(" and ".join(parts), off)] if parts else []
    errors = [("exact", reid.Auxiliary()), *slightly, ("a quarter wrong", replace(off, wrong=0.25))]
    return tuple((name, auxiliary, tolerant) for name, auxiliary in errors)


@figure
def curve(key: Hashable, line: Line, trials: int) -> tuple[reid.SuccessPoint, ...] | str:
    """The points of a line; a sentence where there is nobody to try it on."""
    name, auxiliary, how = line
    counts = [number for number in COUNTS if len(auxiliary.targets(opened.table, number))] or COUNTS
    try:
        for points in reid.success_curve(opened.table, auxiliary, counts, how, trials=trials):
            report(f"People attacked, {name}", points[0].trials, trials)
    except ValueError as error:
        return str(error)
    return points


def show_success() -> None:
    """The share of people found against the number of facts, with Wilson's interval."""
    choices = {
        **({"dates": "With dates and without"} if dated else {}),
        "items": "Rare items and popular ones",
        "errors": "Exact facts and wrong ones",
    }
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    compared = left.selectbox(
        "What is compared?", list(choices), format_func=choices.__getitem__, key="success-compared"
    )
    trials: int = right.select_slider("People attacked", (20, 50, 100, 200, 500), 20, key="success-trials")
    marks, rows, said = [], [], []
    lines = lines_of(opened.table, compared, attack)
    for line, look in zip(lines, LOOKS, strict=False):
        name, points = line[0], curve(opened.key, line, trials)
        if isinstance(points, str):
            st.text(f"{name}: {points}.")
            continue
        drawn = [(p.facts, p.success.value, p.found, *p.success.interval()) for p in points]
        hover = f"{name}, %{{x}} facts: %{{y:.1%}}<br>between %{{customdata[1]:.1%}} and %{{customdata[2]:.1%}}"
        above, below = [high - y for _, y, _, _, high in drawn], [y - low for _, y, _, low, _ in drawn]
        bars = {"type": "data", "array": above, "arrayminus": below, "thickness": 1.5, "width": 5}
        marks.append(charts.line(name, drawn, look, hover, error_y=bars))
        said.append(f"{name}: {percent(points[-1].success.value)} with {count(points[-1].facts, 'fact')}")
        shares = [(p.misled / trials, p.refusal.value, p.omega) for p in points]
        rows += [(name, p.facts, p.success.value, *share, p.mean_bits) for p, share in zip(points, shares, strict=True)]
    across = charts.axis("facts Eve knows about a person", [0.5, COUNTS[-1] + 0.5], dtick=1)
    up = charts.share_axis("people found (higher is worse)", [-0.02, 1.05])
    st.subheader(f"Found {'; '.join(said) or 'nobody'}", anchor=False)
    chart = charts.draw("How few facts does it take?", marks, across, up, f"{'; '.join(said)}.", height=360)
    show(chart, "success")
    with st.expander("The trials as a table, and the definitions", icon=":material/table:"):
        share = st.column_config.NumberColumn(format="percent")
        columns = {"Facts of this kind": None, "Facts": None, "Found": share, "Misled": share}
        columns |= {"Rightly not in it": share, "ω": share, "Bits left": st.column_config.NumberColumn(format="%.1f")}
        show_table(rows, columns, "For each line and number of facts how often Eve found the person")
        st.markdown(
            "Each trial draws one person and puts her facts in one order; the first m make the point for m. Found: she"
            " names the person's row, or its equal. Then the row is taken out, and she should say *not in it*. A table"
            f" is (θ, ω)-deanonymised if both happen with a share of at least ω; here θ = 1. {PAPER}, Definition 3."
            " The bars hold the true share 95 times in 100 (Wilson 1927)."
        )
    counts = f"[m for m in {COUNTS} if len(auxiliary.targets(table, m))]"
    as_script(
        f"for name, auxiliary, attack in {lines!r}:\n    *_, points = success_curve(table, auxiliary, {counts},"
        f" attack, trials={trials})\n    print(name, points)\n"
    )


@figure
def promise(key: Hashable, epsilon: float, delta: float, similarity: reid.ValueSimilarity) -> reid.Share:
    """How often the theorem's algorithm keeps its promise."""
    *_, share = cancellable(reid.promise_kept(opened.table, epsilon, delta, similarity, trials=KEPT_TRIALS))
    return share


def show_theorem() -> None:
    """The bound of Theorem 1 against how much of a row need not be learned, and a check on the spot."""
    left, right = st.columns(2)
    epsilon = left.slider("Failures allowed, ε", 0.01, 0.5, 0.1, 0.01, key="promise-epsilon", format="percent", **KEPT)
    delta = right.slider(
        "What of a row need not be learned, δ", 0.05, 0.9, 0.3, 0.05, key="promise-delta", format="percent", **KEPT
    )
    people = len(opened.table)
    needed = reid.facts_needed(people, epsilon, delta)
    st.header(f"{needed} facts suffice among {people:,} people", anchor=False)
    learned = percent(max(0.0, 1 - epsilon - delta))
    st.text(f"At least {learned} of a row is learned, {percent(1 - epsilon)} of the time, whatever the table holds.")
    deltas = [step / 20 for step in range(1, 19)]
    points = [(d, reid.facts_needed(people, epsilon, d)) for d in deltas]
    marks = [
        charts.line("facts that suffice", points, charts.Look(RIGHT, size=6), "δ = %{x:.0%}: %{y} facts"),
        charts.ring("chosen above", (delta, needed)),
    ]
    across = charts.share_axis("δ: what of a row need not be learned", [0, 0.95])
    up = charts.axis("facts (fewer is worse)", rangemode="tozero")
    alt = f"{points[0][1]} facts at 5 %, {needed} at {percent(delta)}, {points[-1][1]} at 90 %."
    show(charts.draw("How many facts suffice in any table?", marks, across, up, alt, height=300), "theorem")
    share = promise.offer(opened.key, epsilon, delta, attack.similarity, button="Try it on this table")
    if share is not None:
        low, high = share.interval()
        as_promised = "as promised" if share.value >= 1 - epsilon else "less often than promised"
        between = f"{percent(low)} to {percent(high)}, 95 times in 100"
        st.text(f"The promise held in {percent(share.value)} of {share.trials} trials ({between}), {as_promised}.")
    with st.expander("What the theorem says", icon=":material/help:"):
        st.markdown(
            "$m \\ge (\\log N - \\log \\varepsilon) / (-\\log(1 - \\delta))$ facts, drawn at random: with probability"
            " $1 - \\varepsilon$ the row that Scoreboard names has $\\mathrm{Sim}(r, r') \\ge 1 - \\varepsilon -"
            f" \\delta$, over the items of r. {PAPER}, Theorem 1.\n\nThe paper defines Sim over the items of both rows;"
            " with that the proof does not go through: anyone who has all your items and as many more always agrees."
        )
    as_script(f"print(facts_needed(len(table), {epsilon}, {delta}))\n")


PARTS = {
    "Which row is me?": show_row,
    "How few entries?": show_thinning,
    "How alike are people?": show_neighbours,
    "How often does it work?": show_success,
    "In any table": show_theorem,
}
page.show_tabs(PARTS, key="identify-tab")
