"""The everyday Eves, each with her own pooling, and what a new work begins with."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable
from dataclasses import replace

from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import AnyOf, Shares
from leakage.workspace.files.adding import added
from leakage.workspace.files.findings import Findings
from leakage.workspace.person import has_standard_person, with_standard_person
from leakage.workspace.places.kinds import KINDS, owners
from leakage.workspace.places.obligations import legal_kind
from leakage.workspace.presumptions import with_account_facts, with_presumptions
from leakage.workspace.release import Coalition, Pooling
from leakage.workspace.workspace import Policy, Workspace

# Who they are.


LIKELY = "What leaked, companies of one owner, and brokers"
ALONE, EVERYONE, COLLECTOR = "Each company alone", "Everyone together (worst case)", "Only what leaked"

OPENED_WITH = ("Email", "Phone", "User name", "Password", "Card")  # The labels by any one of which accounts are joined.

SAME_PERSON = AnyOf(
    *(Shares(label) for label in OPENED_WITH), Shares("Name", "Date of birth"), Shares("Name", "Address")
)
"""The match of those who differ only in what they have."""

LEAKED = AnyOf(*(Shares(label) for label in ("Email", "Phone", "User name")))

SELLERS = "Companies that may sell or share, and brokers"  # The coalition of those who are not bound to secrecy.


def everyday_policies() -> tuple[Policy, ...]:
    """The four Eves of every new work, the likely one first; the first three differ only in who shares with whom.

    >>> [(policy.name, policy.pooling.kind) for policy in everyday_policies()][1:]
    [('Each company alone', 'alone'), ('Everyone together (worst case)', 'together'), ('Only what leaked', 'releases')]
    """
    joined, leaked = Adversary((Resolve(SAME_PERSON),)), Adversary((Resolve(LEAKED),))
    return (
        Policy(LIKELY, joined, Pooling("coalitions", breaches=True)),
        Policy(ALONE, joined, Pooling("alone")),
        Policy(EVERYONE, joined, Pooling("together")),
        Policy(COLLECTOR, leaked, Pooling("releases")),
    )


def _sellers(workspace: Workspace) -> tuple[str, ...]:
    kinds = ((name, legal_kind(workspace, name)) for name in workspace.recipient_names)
    return tuple(name for name, kind in kinds if not (kind and KINDS[kind].discreet))


# Corporations are found among the recipients.


def with_corporations(workspace: Workspace, earlier: Collection[str] = ()) -> Workspace:
    """The work where the likely Eve pools recipients of one owner, and sellers; what a person changed by hand stays.

    Arguments:
        workspace: whose recipients are looked at.
        earlier: recipients from before the import: each stays in its coalition, or in none.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> given = tuple(Release(n, n, Record()) for n in ("instagram.com", "shop.example", "whatsapp.com"))
    >>> work = with_corporations(Workspace(releases=given, policies=everyday_policies()))
    >>> [(c.name, len(c.recipients)) for c in work.policies[0].pooling.coalitions]
    [('Meta', 2), ('Companies that may sell or share, and brokers', 3)]
    """
    groups = (*corporations_of(workspace), Coalition(SELLERS, _sellers(workspace)))

    def grouped(policy: Policy) -> Policy:
        if policy.name != LIKELY or policy.pooling is None:
            return policy
        return replace(policy, pooling=_grouped(policy.pooling, groups, frozenset(earlier)))

    return replace(workspace, policies=tuple(map(grouped, workspace.policies)))


def with_corporations_found_again(workspace: Workspace) -> Workspace:
    """The work where the policy in use pools recipients of one owner, also those that were taken out by hand.

    Who is in a coalition stays there. Without corporations among the recipients, nothing changes.
    """
    return workspace.with_pooling(_grouped(workspace.pooling_in_use, corporations_of(workspace), frozenset()))


def corporations_of(workspace: Workspace) -> tuple[Coalition, ...]:
    """The recipients that have one owner, of two sites at least, in the order of the first of each.

    A recipient is looked up by its site where that is known, else by its name.
    """
    groups: dict[str, dict[str, str]] = {}
    for name in workspace.recipient_names:
        site = workspace.recipient_site(name)
        if owner := owners().get(site):
            groups.setdefault(owner, {})[name] = site
    return tuple(Coalition(owner, tuple(each)) for owner, each in groups.items() if len({*each.values()}) > 1)


def _grouped(pooling: Pooling, groups: Iterable[Coalition], earlier: frozenset[str]) -> Pooling:
    """The pooling where those of each group who are new are together; who was there before stays where it is."""
    coalitions = {coalition.name: coalition for coalition in pooling.coalitions}
    allied = {name for each in pooling.coalitions if each.name != SELLERS for name in each.recipients}
    for group in groups:
        title, recipients = group.name, group.recipients
        free = [name for name in recipients if title == SELLERS or name not in allied]
        known, new = [name for name in recipients if name in earlier], [name for name in free if name not in earlier]
        # One who was known had nobody to be with; of several, those in no coalition were taken out by hand.
        alone = [name for name in known if len(known) == 1 and name in free]
        before = coalitions[title].recipients if title in coalitions else alone
        members = tuple(dict.fromkeys((*before, *new)))
        if new and len(members) > 1:
            coalitions[title] = Coalition(title, members)
    if SELLERS in coalitions:
        coalitions[SELLERS] = coalitions.pop(SELLERS)
    return replace(pooling, coalitions=tuple(coalitions.values()))


# What a work begins with, and what an import brings with it.


NOTHING_YET = Workspace()


@functools.cache
def new_work() -> Workspace:
    """An empty work with the standard person and the everyday Eves; in use is the likely one."""
    return with_standard_person(Workspace(policies=everyday_policies(), chosen=LIKELY))


def with_everyday_policies(workspace: Workspace) -> Workspace:
    """The work with those of the four Eves that it lacks; corporations are found among its recipients."""
    names = {policy.name for policy in workspace.policies}
    more = tuple(policy for policy in everyday_policies() if policy.name not in names)
    with_them = replace(workspace, policies=(*workspace.policies, *more))
    return with_corporations(with_them) if more else workspace


def with_import(workspace: Workspace, findings: Findings) -> Workspace:
    """The work with what files bring, and what follows from it; an empty one becomes new work first.

    >>> after = with_import(Workspace(), Findings(facts=(("Phone", "1"),)))
    >>> len(after.profile), len(after.policies)
    (35, 4)
    """
    empty = not (workspace.profile or workspace.releases)
    begun = workspace
    if not workspace.policies:
        begun = replace(with_everyday_policies(workspace), chosen=LIKELY)
    after = added(with_standard_person(begun) if empty else begun, findings)
    return with_what_is_likely(after, workspace)


def with_what_is_likely(workspace: Workspace, before: Workspace = NOTHING_YET) -> Workspace:
    """The work with what follows from new releases: sensitive accounts, what was asked for, who owns the recipients.

    Nothing is presumed in a work without the standard person: its figures are of what was entered. Nor is anything
    presumed of a breach: its file names what leaked.

    Arguments:
        workspace: with the new releases.
        before: the work as it was; its releases, and who of its recipients pools, stay as they are.
    """
    if not has_standard_person(workspace):
        return workspace
    there = {release.name for release in before.releases}
    new = tuple(release.name for release in workspace.releases if release.name not in there)
    return with_corporations(with_presumptions(with_account_facts(workspace), new), before.recipient_names)
