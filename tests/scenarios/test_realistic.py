import re

from leakage.scenarios.realistic import LACKING, realistic_person
from leakage.workspace.everyday import LIKELY, everyday_policies
from leakage.workspace.figures.tasks import task_of
from leakage.workspace.files.sites import site_of
from leakage.workspace.person import missing_facts
from leakage.workspace.places.kinds import kinds_by_hand
from leakage.workspace.places.obligations import deletion_obstacles, legal_kind
from leakage.workspace.places.site_list import listed_sites
from leakage.workspace.requests.contacts import recipient_site, shipped_contacts
from tests.readme_figures import block_in_readme, plan_block, showcase_steps

SCENARIO = realistic_person()
WORK = SCENARIO.workspace
BY_DOMAIN = re.compile(r"[a-z-]+\.example")


def all_records():
    return [*(r.record for r in (*WORK.releases, *WORK.plans)), *WORK.background]


def values(label):
    return {value for record in (*all_records(), WORK.reference) for value in record.values(label)}


def values_of_her(label):
    return set(WORK.reference.values(label))


def test_it_is_a_work_as_an_import_would_begin_it():
    assert not missing_facts(WORK) and WORK.absent == LACKING
    assert {policy.name for policy in everyday_policies()} == {policy.name for policy in WORK.policies}
    assert any(release.presumed for release in WORK.releases)


def test_nothing_can_belong_to_a_real_person_or_company():
    """RFC 2606 keeps ``.example`` for nobody, RFC 5737 these addresses, and 555-01xx is kept for fiction."""
    assert all(re.fullmatch(r"\d{3}-555-01\d\d", phone) for phone in values("Phone"))
    assert all(BY_DOMAIN.fullmatch(mail.rpartition("@")[2]) for mail in values("Email"))
    assert all(re.fullmatch(r"192\.0\.2\.\d+", address) for address in values("IP address"))
    assert all(BY_DOMAIN.fullmatch(recipient.site) for recipient in WORK.recipients)
    listed = {*kinds_by_hand(), *listed_sites(), *(site_of(contact.domain) for contact in shipped_contacts())}
    assert listed.isdisjoint(site for name in WORK.recipient_names if (site := recipient_site(WORK, name)))
    called = {contact.name.casefold() for contact in shipped_contacts()}
    assert called.isdisjoint(name.casefold() for name in WORK.recipient_names)


def test_whoever_may_sell_or_share_is_bound_to_no_secrecy():
    (coalition,) = next(policy.pooling.coalitions for policy in WORK.policies if policy.name == LIKELY)
    discreet = {"Bank", "Doctor", "Employer", "Insurance", "Pharmacy"}
    kinds = {name: legal_kind(WORK, name) for name in WORK.recipient_names}
    assert set(coalition.recipients) == {name for name, kind in kinds.items() if kind not in discreet}
    assert {kind for kind in kinds.values() if kind in discreet} == discreet


# The plan of an hour: what a lawyer for privacy would sign.


def test_the_readme_has_her_plan():
    assert block_in_readme("plan") == list(plan_block())


def test_the_steps_ask_nobody_who_keeps_by_law_or_is_needed():
    first, plan = (tuple(task_of(step.key) for step in steps) for steps in showcase_steps())
    assert [task.kind for task in first] == ["mailbox", "mailbox", "leaked", "second factor"]
    asked = {name for task in plan if task.kind in ("erase", "stop sharing") for name in task.accounts}
    assert len(plan) >= 5 and asked and asked.isdisjoint(deletion_obstacles(WORK))
    assert {"Larkhaven PeopleSearch", "HomeLedger Databroker", "Sundown Dating"} & asked


def test_every_step_of_the_plan_takes_back_what_is_seen():
    assert all(step.gain for step in showcase_steps()[1])
