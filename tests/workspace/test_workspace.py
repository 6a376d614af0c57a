"""A recipient under a new name: nothing that was attached to it is lost, and no figure moves; kinds of recipients."""

from hypothesis import given
from hypothesis import strategies as st

from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import Shares
from leakage.workspace.figures.assessment import assess
from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.recipients import kind_of_recipient, rename_recipient
from leakage.workspace.saved_copy import workspace_to_json
from leakage.workspace.workspace import Coalition, Policy, Pooling, Recipient, Release, Workspace
from tests.strategies import databases, quick, references

WHO = ("Shop", "Bank", "Gym")
EVE = Policy("Eve", Adversary((Resolve(Shares("N")),)))


def figures(workspace):
    """Every figure that depends on who a recipient is, by place and not by name."""
    return (
        [leaked.result.leakage for leaked in assess(workspace)],
        [(outcome.before, outcome.after) for outcome in compare_plans(workspace)],
    )


@st.composite
def workspaces(draw):
    def given_to(name, count):
        records = draw(databases(max_size=count))
        return tuple(Release(f"{name} {n}", draw(st.sampled_from(WHO)), record) for n, record in enumerate(records))

    allied = st.lists(st.sampled_from(WHO), min_size=1, unique=True).map(tuple)
    sites = st.sampled_from(["", "a.example"])
    return Workspace(
        profile=tuple(attribute.pair for attribute in draw(references)),
        releases=given_to("release", 5),
        plans=given_to("plan", 2),
        policies=(EVE, Policy("Other", EVE.adversary, Pooling("coalitions", (Coalition("Two", WHO[:2]),)))),
        pooling=Pooling(
            draw(st.sampled_from(["together", "alone", "coalitions"])),
            tuple(Coalition(f"c{n}", draw(allied)) for n in range(draw(st.integers(0, 2)))),
            draw(st.booleans()),
        ),
        recipients=tuple(Recipient(name, draw(sites)) for name in draw(allied)),
    )


@quick
@given(workspaces(), st.sampled_from(WHO))
def test_a_rename_keeps_every_figure_and_all_that_is_attached(workspace, old):
    after = rename_recipient(workspace, old, "Store")
    assert workspace_to_json(after) == workspace_to_json(workspace).replace(f'"{old}"', '"Store"')
    assert figures(after) == figures(workspace)
    assert rename_recipient(after, "Store", old) == workspace


def test_a_kind_is_found_by_the_site_of_a_recipient_and_else_by_its_name():
    work = Workspace(recipients=(Recipient("North Bank", site="grindr.com"), Recipient("My shop", site="x.example")))
    named = ("North Bank", "My shop", "South Bank", "https://www.verdi.de/login", "Robin")
    kinds = [kind_of_recipient(work, name) for name in named]
    assert kinds == ["Dating", "Online shop", "Bank", "Union", None]
