"""Adversary: Eve's rules and evidence, what always holds for them, a model of Splink, and how often she is right."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import Any

import streamlit as st

from leakage.decision.leakage import information_leakage
from leakage.record import Record
from leakage.resolution.adversary import Adversary, JoinQuality, join_quality
from leakage.resolution.evidence import FellegiSunter, Waterfall, odds_sentence, threshold_of, waterfall_of
from leakage.resolution.operations import MERGES, Resolve
from leakage.resolution.properties import PropertyReport, check_properties
from leakage.resolution.rules import AtLeast, Normalised
from leakage.resolution.splink import SplinkAdversary
from leakage.workspace.figures.assessment import pool_together, presumed_in, record_name, records_of
from leakage.workspace.limits import GREATEST, LEAST, LONGEST_TEXT
from leakage.workspace.vocabulary import LABELS, MISSING, RIGHT
from leakage.workspace.workspace import Policy, Workspace, unused_name
from pages import catalogue
from pages.app import charts, given_table, page, session, widgets
from pages.app.charts import plain, show, show_table
from pages.app.figures import figure, turn
from pages.app.words import count, percent, unmarked
from pages.science.policy_form import KINDS, PolicyForm, RuleRow, adversary_of, form_of, odds_of, readable, with_labels
from pages.science.python_script import script_of

NEW = "New rule"
OVERLOOKED = {
    "case": "capitals and spaces",
    "phones": "how phone numbers are written",
    "emails": "tags in email addresses",
    "nicknames": "nicknames (Bob is Robert)",
}
MERGING = {
    "union": "keep everything, with the higher confidence",
    "noisy or": "keep everything; two sources make it surer",
    "latest wins": "the later record replaces the earlier one",
}
PROPERTIES = (
    "Commutativity and associativity: the order of merging makes no difference. Increasing: merging loses nothing."
    " Representativity: a merged record still matches all that its parts matched. Negative representativity: what did"
    " not match before never will. Monotonicity: a record that knows more matches all that one that knows less does."
    " The more hold, the less work Eve has. Whang & Garcia-Molina 2011, Sections 2.2 and 2.4, Table 2."
)

work = page.open_page(catalogue.RULES, "By which rules does Eve take two records for one person?")
page.need_example(work)
pool = pool_together(work)
records, beside = records_of(work, pool), presumed_in(work, pool)
options = list(dict.fromkeys([*work.labels, *(entry.label for entry in LABELS)]))


def put_policies(policies: Sequence[Policy], chosen: str, name: str) -> None:
    """Take over other policies, in a callback."""
    session.put(work, replace(work, policies=tuple(policies), chosen=chosen), name)


def add() -> None:
    """A new Eve without rules."""
    name = unused_name("My Eve", [other.name for other in work.policies])
    put_policies((*work.policies, Policy(name, Adversary())), name, "add an Eve")


def put_policy(fresh: Policy) -> None:
    """Take over the Eve in use as she was edited."""
    if fresh != policy:
        put_policies([fresh if other is policy else other for other in work.policies], fresh.name, "edit a policy")


def rename(typed: str) -> None:
    """Give the Eve in use another name."""
    others = {other.name for other in work.policies if other is not policy}
    put_policy(replace(policy, name=unused_name(typed.strip() or policy.name, others)))


policy = work.policy or Policy("", Adversary())
names = [other.name for other in work.policies]
chosen, name, new, remove = st.columns([4, 4, 1.5, 2], vertical_alignment="bottom")
key, in_use = f"rules-policy-{hash(tuple(names))}", policy.name if work.policy else None
picked = widgets.binding(key, in_use, lambda shown: put_policies(work.policies, shown, "choose an Eve"))
chosen.selectbox("Eve", names, placeholder="None yet: Eve joins nothing", **picked)
renamed = widgets.binding(f"rules-name-{hash(policy.name)}", policy.name, rename)
name.text_input("Her name", max_chars=LONGEST_TEXT, disabled=work.policy is None, **renamed)
new.button("New", key="rules-new", icon=":material/add:", on_click=add, width="stretch")
less = partial(put_policies, [other for other in work.policies if other is not policy], "", "remove an Eve")
remove.button("Remove", key="rules-remove", icon=":material/delete:", on_click=less, disabled=not work.policy)
said = [match.sentence() for match in policy.adversary.matches]
st.text(f"One person to her: {said[0]}." if said else "She joins no records: no rule yet.")
whole_form = form_of(policy.adversary) if work.policy else None
form = whole_form or PolicyForm()


def having(**fields: Any) -> None:
    """Take over other entries of the form."""
    put_policy(replace(policy, adversary=adversary_of(replace(form, **fields))))


def bound(key: str, value: Any, take: Callable[[Any], None]) -> dict[str, Any]:
    """What makes a widget show a part of the Eve in use, and edit it."""
    return widgets.binding(f"rules-{key}-{hash(policy.name)}", value, take)


def save_rule(place: int, mark: int, keep: bool) -> None:
    """Take over the rule in the form, or take it away."""
    same, alike, kind = (st.session_state[f"rule-{part}-{mark}"] for part in ("same", "alike", "kind"))
    labels = tuple(dict.fromkeys((*same, *alike)))
    if keep and not labels:
        raise ValueError("a rule needs at least one detail")
    rule = RuleRow(labels, kind, tuple(label for label in alike if label not in same))
    having(rules=(*form.rules[:place], *([rule] if keep else []), *form.rules[place + 1 :]))


def edit_rules(rules: Sequence[RuleRow]) -> None:
    """One rule at a time; any one suffices."""
    names = [*(f"Rule {n}" for n in range(1, len(rules) + 1)), NEW]
    rows = [
        (name, _named([label for label in rule.labels if label not in rule.alike]), _named(rule.alike), rule.kind)
        for name, rule in zip(names, rules, strict=False)
    ]
    if rows:
        show_table(rows, ("", "Same", "Nearly the same", "What must agree"), "The rules: what two records must share")
    chosen = st.segmented_control("Edit", names, default=names[0], required=True, key=f"rules-edit-{hash(rules)}")
    place = names.index(chosen)
    shown = RuleRow(()) if chosen == NEW else rules[place]
    mark = abs(hash((policy.name, shown, place)))
    page.refused("rule")
    with st.form(f"rule-{mark}"):
        same, alike, kind = st.columns(3)
        whole = [label for label in shown.labels if label not in shown.alike]
        every = list(dict.fromkeys([*shown.labels, *options]))
        for part, where, title, value in (("same", same, "They share", whole), ("alike", alike, "nearly", shown.alike)):
            where.multiselect(title, every, value, format_func=work.display_name, key=f"rule-{part}-{mark}")
        kind.selectbox("What must agree", KINDS, [*KINDS].index(shown.kind), key=f"rule-kind-{mark}")
        with st.container(horizontal=True):
            for label, keep in (("Save the rule", True), ("Remove it", False)):
                take = page.tried(partial(save_rule, place, mark, keep), "rule")
                st.form_submit_button(label, key=f"rule-{keep}", on_click=take, disabled=not keep and chosen == NEW)


def _named(labels: Sequence[str]) -> str:
    return ", ".join(map(work.display_name, labels))


def edit_list(
    name: str, rows: Sequence[tuple[Any, ...]], titles: Mapping[str, bool], take: Callable[[Any], None]
) -> None:
    """Rows in a table, and one at a time in a form; titles say of which cells are labels, the last is of the others."""
    if rows:
        show_table(rows, list(titles), name)

    def save(keep: bool) -> None:
        cells = tuple((st.session_state[f"{name}-{title}"] or "").strip() for title in titles)
        if not all(cells[:-1]) or (keep and not cells[-1]):
            raise ValueError("fill in every cell")
        left = [row for row in rows if row[:-1] != cells[:-1]]
        take([*left, cells] if keep else left)

    page.refused(name)
    with st.form(name):
        for place, (title, is_label) in zip(st.columns(len(titles)), titles.items(), strict=True):
            if is_label:
                place.selectbox(title, options, index=None, format_func=work.display_name, key=f"{name}-{title}")
            else:
                place.text_input(title, key=f"{name}-{title}", max_chars=LONGEST_TEXT)
        with st.container(horizontal=True):
            st.form_submit_button("Save", key=f"{name}-save", on_click=page.tried(lambda: save(True), name))
            st.form_submit_button("Remove", key=f"{name}-remove", on_click=page.tried(lambda: save(False), name))


def take_score(rows: Sequence[tuple[Any, ...]], threshold: float) -> None:
    """Take over what each label weighs in the score."""
    try:
        weights = tuple((str(label), float(weight)) for label, weight in rows)
    except ValueError:
        raise ValueError("what a detail counts must be a number, such as 1.5") from None
    having(score=AtLeast(threshold, weights) if weights else None)


def edit_exceptions() -> None:
    """What keeps people apart, what is overlooked, how records merge, and what it costs."""
    shown: dict[str, Any] = {"format_func": work.display_name, "placeholder": "Nothing keeps them apart"}
    conflicts = bound("conflicts", list(form.conflicts), lambda labels: having(conflicts=tuple(labels)))
    st.multiselect("But two people if these differ (negative evidence)", options, **shown, **conflicts)
    left, right = st.columns(2)

    def ignoring(some: Sequence[Any]) -> None:
        having(normaliser=form.overlooking(frozenset(some)).normaliser)

    ignored = bound("overlooked", sorted(form.overlooked), ignoring)
    words: dict[str, Any] = {"format_func": OVERLOOKED.__getitem__, "placeholder": "Nothing: spelling must match"}
    left.multiselect("When comparing, she ignores", list(OVERLOOKED), **words, **ignored)
    alike = bound("alike", form.at_least, lambda least: having(at_least=least))
    right.slider("How alike is nearly the same", min(0.5, form.at_least), 1.0, step=0.01, **alike)
    merge = bound("merge", form.merge, lambda name: having(merge=name))
    left.selectbox("When two records match", list(MERGES), format_func=MERGING.__getitem__, **merge)
    price = bound("price", float(form.price), lambda number: having(price=number))
    right.number_input("Price of a comparison", 0.0, GREATEST, format="%g", **price)
    single = bound("single", form.single_link, lambda on: having(single_link=on))
    left.toggle("Compare single records only (single link)", **single)
    right.toggle("Every pair costs (quadratic)", **bound("quadratic", form.quadratic, lambda on: having(quadratic=on)))


def show_rules() -> None:
    """Everything about the rules, in forms."""
    edit_rules(form.rules)
    score = form.score
    with st.expander("Or enough of these agree (a score)", icon=":material/add_task:"):
        least, weights = (2.0, ()) if score is None else (score.threshold, score.weights)
        edit_list("Score", weights, {"Detail": True, "counts": False}, lambda rows: take_score(rows, least))
        if score is not None:
            must = bound("score", least, lambda number: take_score(weights, number))
            st.number_input("How much must agree", LEAST, GREATEST, step=0.5, format="%g", **must)
    with st.expander("What keeps people apart, how she merges, and her cost", icon=":material/tune:"):
        edit_exceptions()
    with st.expander("Words she corrects, and details she looks up", icon=":material/find_replace:"):
        titles = {"In the": True, "she reads": False, "as": False}
        edit_list("Corrections", form.corrections, titles, lambda rows: having(corrections=tuple(sorted(rows))))
        titles = {"Where the": True, "is": False, "she fills in the": True, "with": False}
        edit_list("Look-ups", form.look_ups, titles, lambda rows: having(look_ups=tuple(sorted(rows))))


def take_evidence(labels: Sequence[str]) -> None:
    """Compare other labels; begun, one of the records is taken for the person's."""
    rule = None
    if labels:
        begun = form.evidence or FellegiSunter(1.0 / max(2, len(records)), with_labels((), labels))
        rule = replace(begun, comparisons=with_labels(begun.comparisons, labels))
    having(evidence=rule)


def edit_odds(rule: FellegiSunter) -> None:
    """How many times more often each way to agree is found with one person than with two, and how sure she must be."""

    def having_odds(place: int, level: int, odds: float) -> None:
        every = [one.with_odds(level, odds) if n == place else one for n, one in enumerate(rule.comparisons)]
        having(evidence=replace(rule, comparisons=tuple(every)))

    for place, comparison in enumerate(rule.comparisons):
        levels, title = odds_of(comparison), unmarked(work.display_name(comparison.label))
        for number, column in enumerate(st.columns(len(levels))):
            agreement, held = levels[number]
            key = f"odds-{hash(comparison.label)}-{number}"
            odds = bound(key, held, partial(having_odds, place, number))
            column.number_input(f"{title}: {agreement}", min(1e-6, held), max(1e9, held), format="%g", **odds)
    before, sure, against = st.columns(3, vertical_alignment="bottom")
    one_in, needed = readable(1.0 / rule.prior), readable(2.0**rule.threshold)
    prior = bound("prior", one_in, lambda number: having(evidence=replace(rule, prior=1.0 / number)))
    before.number_input("One pair in how many is one person?", min(1.1, one_in), max(1e9, one_in), format="%g", **prior)
    odds = bound("odds", needed, lambda n: having(evidence=replace(rule, threshold=math.log2(n))))
    sure.number_input("Odds at which she joins, to 1", min(1e-3, needed), max(1e9, needed), format="%g", **odds)
    counts = bound("against", rule.against, lambda on: having(evidence=replace(rule, against=on)))
    against.toggle("What differs counts against it", **counts)


def draw_waterfall(fall: Waterfall, threshold: float) -> None:
    """What each label says of two records, in bits, from before anything is compared to the sum."""
    steps = [("before", fall.prior), *((work.display_name(step.label), step.weight) for step in fall.steps)]
    starts = [sum(weight for _, weight in steps[:n]) for n in range(len(steps))]
    names, rows = ["together", *(plain(name) for name, _ in steps[::-1])], range(len(steps), 0, -1)
    marks: list[charts.Mark | None] = []
    hover = "%{x:.2f} bits: odds of %{customdata}"
    for name, colour, is_for in (("speaks for one person", RIGHT, True), ("speaks against it", MISSING, False)):
        some = [n for n, (_, weight) in enumerate(steps) if (weight >= 0.0) == is_for]
        points = [(rows[n], steps[n][1], odds_sentence(steps[n][1])) for n in some]
        marks.append(charts.bars(name, points, colour, hover, base=[starts[n] for n in some]) if some else None)
    colour, verdict = (RIGHT, "joined") if fall.joined else (MISSING, "kept apart")
    marks.append(charts.bars("together", [(0, fall.weight, odds_sentence(fall.weight))], colour, hover))
    alt = f"{percent(fall.probability)} likely one person, {odds_sentence(fall.weight)}: {verdict}."
    across = charts.axis("bits, log₂ of the odds (dashed: enough)")
    question, height = "What does the evidence say of two records?", charts.bars_height(len(names))
    enough = [charts.vertical(threshold, width=2, dash="dash")]
    st.text(alt)
    show(charts.draw(question, marks, across, charts.rows(names), alt, height=height, shapes=enough), "waterfall")


def show_evidence() -> None:
    """The odds of each label, and what they make of two records."""
    rule = form.evidence
    compared = bound("compared", list(rule.labels) if rule else [], lambda labels: take_evidence(tuple(labels)))
    st.multiselect("She compares", options, format_func=work.display_name, placeholder="Nothing by odds", **compared)
    if rule is not None:
        numbers, (left, right) = range(len(records)), st.columns(2)
        titles: dict[str, Any] = {"format_func": lambda n: record_name(work, pool, n)}
        one = left.selectbox("One record", numbers, len(records) - 1, key="rules-left", **titles)
        other = right.selectbox("Another", numbers, max(0, len(records) - 2), key="rules-right", **titles)
        match = policy.adversary.matches[0]
        by_odds = Normalised(rule, match.normaliser) if isinstance(match, Normalised) else rule
        prepared = policy.adversary.prepared(records)
        two = {"left": prepared[one], "right": prepared[other]}
        draw_waterfall(waterfall_of(by_odds, *two.values()), rule.threshold)
        call = "fall = waterfall_of(rule, left, right)\nprint(fall.weight, fall.probability, *fall.steps, sep='\\n')"
        scripts.append(script_of("leakage.resolution.evidence import waterfall_of", call, rule=by_odds, **two))
        st.caption("How many times more often does it happen with records of one person than of two?")
        edit_odds(rule)
    st.caption(
        "Odds begin at 100 to 1 for the same, 10 to 1 for nearly, 1 to 5 for another. She joins where W is enough:"
        " $W = \\log_2 \\frac{p}{1 - p} + \\sum_l \\log_2 \\frac{m_l}{u_l}$. Fellegi & Sunter 1969."
    )


@figure
def properties(work: Workspace) -> tuple[PropertyReport, ...]:
    """The properties of the resolution of the Eve in use, tried on all records."""
    resolve = next(step for step in work.adversary.operations if isinstance(step, Resolve))
    return check_properties(records_of(work, pool_together(work)), resolve.match, resolve.merge, cases=1_000)


def show_properties() -> None:
    """Which properties are proved, which held on the records, and where one failed."""
    if not any(isinstance(step, Resolve) for step in policy.adversary.operations):
        st.text("She does not merge until nothing matches any more, so there is nothing to try.")
        return
    rows = [
        (
            report.name.capitalize(),
            "proved" if report.declared else "not in general",
            "failed" if not report.held else "held" if report.tried else "no case",
            report.tried,
            " / ".join(", ".join(f"{a.label} {a.value}" for a in record) for record in report.counterexample),
        )
        for report in properties(work)
    ]
    step = next(step for step in policy.adversary.operations if isinstance(step, Resolve))
    call = "for report in check_properties(records, match, merge, cases=1_000):\n    print(report.name, report.held)"
    asked: dict[str, Any] = {"records": records, "match": step.match, "merge": step.merge}
    scripts.append(script_of("leakage import check_properties", call, **asked))
    st.text("The order of the records " + ("does not matter." if policy.adversary.unique else "matters."))
    columns = ("Property", "In general", "On these records", "Cases", "Where it failed")
    show_table(rows, columns, "Properties of the policy, with a counterexample where one fails")
    st.caption(PROPERTIES)


@figure
def trial(eve: Adversary, some: tuple[Record, ...], people: tuple[str, ...]) -> JoinQuality:
    """Her joins held against the truth."""
    return join_quality(eve.resolve(some), people)


def show_list() -> None:
    """How often she is right on a list of records whose people are known; the list is not kept."""
    title = "Records as CSV: one per row, and a column that names the person"
    file = st.file_uploader(title, type="csv", key=session.upload_key("quality"))
    if file is None:
        return
    reading = given_table.read_apart("records", file.getvalue())
    page.problems(reading.problems if reading else ())
    labels = list(dict.fromkeys(label for record in (reading.records if reading else ()) for label in record.labels))
    if not labels:
        return
    likely = next((n for n, label in enumerate(labels) if label.casefold() in ("cluster", "entity", "person")), 0)
    truth = st.selectbox("Which column names the person?", labels, index=likely, key="quality-truth")
    people = [record.values(truth) for record in reading.records]
    if not all(people):
        st.text("Every row needs a value in that column.")
        return
    model = st.session_state.get("rules.splink")
    eve = model if model and st.toggle("Try the Splink model", key="quality-splink") else policy.adversary
    some = tuple(Record(a for a in record if a.label != truth) for record in reading.records)
    quality = trial.offer(eve, some, named := tuple(values[0] for values in people))
    if quality is None:
        return
    if eve is policy.adversary:
        call = "print(join_quality(eve.resolve(records), people))"
        scripts.append(script_of("leakage import join_quality", call, eve=eve, records=some, people=named))
    shares = {"Precision": quality.precision, "Recall": quality.recall, "F1": quality.f1}
    for place, (name, value) in zip(st.columns(3), shares.items(), strict=True):
        place.metric(name, percent(value), border=True)
    joined, true = count(quality.joined, "pair"), count(quality.true, "pair")
    st.text(f"She joined {joined}, {quality.right:,} of them rightly; {true} belong together.")


def show_splink() -> None:
    """What a trained model of Splink would make of the records."""
    st.markdown("A trained model as Splink saves it. It reads columns that are named like the facts.")
    if find_spec("splink") is None or catalogue.classroom():
        st.text("This needs the program on your own computer with the extra splink: pip install '.[splink]'.")
        return
    file = st.file_uploader("Model as JSON", type="json", key="rules-model")
    sure = st.slider("She links at a probability of", 0.01, 0.999, 0.95, key="rules-sure", persist_state="session")
    if file is None:
        return
    try:
        eve = SplinkAdversary(dict(json.loads(file.getvalue())), threshold=threshold_of(sure))
        with turn():
            found = information_leakage(records, work.reference, eve, work.measure, presumed=beside)
    except (ValueError, TypeError, LookupError, AttributeError):
        st.error("Splink cannot use this file: it must be a trained model whose columns are texts.")
        return
    st.session_state["rules.splink"] = eve
    joined = count(len(found.members), "record")
    st.metric(f"She would know, from {joined} joined", percent(found.leakage), border=True)
    st.caption("Linacre et al., Splink, IJPDS 2022. Each cluster is merged by union.")
    call = f'eve = SplinkAdversary("model.json", threshold={threshold_of(sure)})\n'
    call += "print(information_leakage(records, reference, eve, weights, presumed=presumed).leakage)"
    given = {"reference": work.reference, "weights": work.measure, "presumed": beside}
    scripts.append(script_of("leakage import SplinkAdversary, information_leakage", call, records=records, **given))


if work.policy and whole_form is None:
    st.text("These rules say more than a form can show. They are used as they are.")
by_form = {"Rules": show_rules, "Evidence by odds": show_evidence} if whole_form else {}
tried = {"Properties": show_properties, "A labelled list": show_list, "Splink": show_splink}
scripts = list[str]()
page.show_tabs(by_form | tried, key="rules-tab")
page.as_python(catalogue.RULES, *scripts[:1])
