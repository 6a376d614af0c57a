"""Additions: what the findings of an import add to a work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from leakage.record import UNTYPED, Attribute, Pair, Record, is_typed
from leakage.workspace.changes import still_held
from leakage.workspace.files.again import (
    Change,
    Listings,
    Seen,
    brought_up_to_date,
    changes,
    names_kept,
    no_longer_listed,
    noted,
    older_sources,
    with_listings,
    with_ticks,
)
from leakage.workspace.files.findings import (
    Account,
    Findings,
    Guess,
    Merged,
    ProposedCoalition,
    merged,
    name_key,
    password_names,
    proposed,
    same_account,
)
from leakage.workspace.files.sites import LABEL, site_of
from leakage.workspace.files.texts import LATEST
from leakage.workspace.limits import InputProblem
from leakage.workspace.person import ACCOUNT, lacking, status_of, typed
from leakage.workspace.recipients import with_recipients
from leakage.workspace.release import ChangedValue
from leakage.workspace.tables import TableMapping
from leakage.workspace.vocabulary import count, default_weight
from leakage.workspace.workspace import Pooling, Recipient, Release, Workspace, unused_name

# Additions: what an import would add to a workspace, before it does.


@dataclass(frozen=True, slots=True)
class Additions:
    """What files hold.

    Arguments:
        profile: facts about the person.
        weights: (label, weight > 0) as the file states them; what it does not state gets the suggested one.
        releases, plans: what was given away, and what may be.
        background: records of other people.
        updates: releases that take the place of those of the same name.
        recipients: of whom more is known than what they were given.
        coalitions: proposed, each with the evidence for it.
        leaked: those of the releases that a breach let out.
        mappings: how tables were read, to be remembered.
        absent: labels of facts that the person does not have.
        accounts: how many of the releases and updates are accounts, that say little more than how they are opened.
        problems: what could not be used, and why.
        notes: what was left out on purpose or guessed, in sentences that repeat no value.
        guesses: what platforms infer; they count for nothing until they are ``confirmed``.
        listed: releases of which only what exports say of them is another, by the names they have.
        changes: what newer exports say otherwise than the last ones.
        changed_values: passwords that were changed for one that is shared with nobody.
    """

    profile: tuple[Pair, ...] = ()
    weights: tuple[tuple[str, float], ...] = ()
    releases: tuple[Release, ...] = ()
    plans: tuple[Release, ...] = ()
    background: tuple[Record, ...] = ()
    updates: tuple[Release, ...] = ()
    recipients: tuple[Recipient, ...] = ()
    coalitions: tuple[ProposedCoalition, ...] = ()
    leaked: tuple[Release, ...] = ()
    mappings: tuple[TableMapping, ...] = ()
    absent: tuple[str, ...] = ()
    accounts: int = 0
    problems: tuple[InputProblem, ...] = ()
    notes: tuple[str, ...] = ()
    guesses: tuple[Guess, ...] = ()
    listed: tuple[Release, ...] = ()
    changes: tuple[Change, ...] = ()
    changed_values: tuple[ChangedValue, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to add."""
        facts = self.profile or self.absent
        given = self.releases or self.plans or self.background or self.updates or self.listed
        return not (facts or given or self.coalitions)


def new_in(workspace: Workspace, additions: Additions) -> Additions:
    """The part that the workspace does not have yet, under names that are free.

    A release or plan that is there already is left out, so that a file can be read twice.

    >>> work = Workspace((("Name", "Alice"),), releases=(Release("Order", "Shop", Record()),))
    >>> read = (Release("Order", "Shop", Record()), Release("Order", "Bank", Record()))
    >>> new = new_in(work, Additions(profile=(("Name", "Alice"), ("City", "X")), releases=read))
    >>> new.profile, [release.name for release in new.releases]
    ((('City', 'X'),), ['Order 2'])
    """
    pairs, labels = set(workspace.profile), {label for label, _ in workspace.weights}
    profile_labels = {label for label, _ in workspace.profile}
    # That a fact was not typed is no news where it was, or is known to be there.
    facts = tuple(
        pair
        for pair in dict.fromkeys(additions.profile)
        if pair not in pairs and (is_typed(pair) or pair[0] not in profile_labels)
    )
    stated = dict(additions.weights)
    wanted = [label for label in dict.fromkeys((*(label for label, _ in facts), *stated)) if label not in labels]
    return replace(
        additions,
        profile=facts,
        weights=tuple((label, stated.get(label, default_weight(label))) for label in wanted),
        releases=_new_releases(workspace.releases, additions.releases),
        plans=_new_releases(workspace.plans, additions.plans),
        updates=_updates(workspace, additions.updates),
        listed=_updates(workspace, additions.listed),
        coalitions=_new_coalitions(workspace, additions.coalitions),
        absent=tuple(label for label in additions.absent if status_of(workspace, label) in ("open", "held")),
    )


def added(workspace: Workspace, additions: Additions) -> Workspace:
    """The workspace with what it does not have yet.

    >>> added(Workspace(), Additions(profile=(("Card", "main card"),))).weights
    (('Card', 3.0),)
    """
    new = new_in(workspace, additions)
    updated = {release.name: release for release in (*new.listed, *new.updates)}
    workspace = _with_facts(workspace, new.profile)
    for label in new.absent:
        workspace = lacking(workspace, label)
    after = replace(
        workspace,
        weights=workspace.weights + new.weights,
        releases=tuple(updated.get(release.name, release) for release in workspace.releases) + new.releases,
        plans=workspace.plans + new.plans,
        background=workspace.background + new.background,
        pooling=_with_coalitions(workspace.pooling, new.coalitions),
        mappings=tuple({mapping.headings: mapping for mapping in (*workspace.mappings, *new.mappings)}.values()),
        changed_values=tuple(dict.fromkeys((*workspace.changed_values, *new.changed_values))),
    )
    return _with_leaked(with_recipients(after, new.recipients), additions.leaked)


def confirmed(additions: Additions, guesses: Iterable[Guess]) -> Additions:
    """The additions with guesses that the person says are right: facts about them, which the guesser has.

    >>> guess = Guess("net.example", "Interest", "moths")
    >>> held = Additions(releases=(Release("Net", "net.example", Record()),), guesses=(guess,))
    >>> found = confirmed(held, [guess])
    >>> found.profile, found.releases[0].record, found.guesses
    ((('Interest', 'moths'),), <Record of Interest>, ())
    """
    chosen = dict.fromkeys(guesses)
    by_holder: dict[str, dict[Pair, None]] = {}
    for guess in chosen:
        by_holder.setdefault(guess.holder, {})[guess.label, guess.value] = None
    return replace(
        additions,
        profile=tuple(dict.fromkeys((*additions.profile, *((guess.label, guess.value) for guess in chosen)))),
        releases=_with_guessed(additions.releases, by_holder),
        updates=_with_guessed(additions.updates, by_holder),
        guesses=tuple(guess for guess in additions.guesses if guess not in chosen),
    )


def closed(additions: Additions, names: Collection[str]) -> Additions:
    """The additions where accounts that are not listed any more have ended, for the person says so.

    Arguments:
        additions: of an import.
        names: of the releases that were closed; what the company has of them it may keep until it is asked.

    >>> gone = Additions(listed=(Release("Shop", "shop.example", Record()),), changes=(Change("Shop", "gone"),))
    >>> [release.ended for release in closed(gone, ["Shop"]).listed]
    [True]
    """
    gone = {change.release for change in additions.changes if change.what == "gone"}.intersection(names)
    listed = (replace(release, ended=True) if release.name in gone else release for release in additions.listed)
    return replace(additions, listed=tuple(listed))


def _with_guessed(releases: Iterable[Release], by_holder: dict[str, dict[Pair, None]]) -> tuple[Release, ...]:
    """Releases, where the first of each holder has what it guessed; what is placed is taken out of the guesses."""
    held = []
    for release in releases:
        pairs = by_holder.pop(release.recipient, {})
        more = [Attribute(*pair) for pair in pairs if pair not in release.record.confidences]
        held.append(replace(release, record=Record((*release.record, *more))) if more else release)
    return tuple(held)


def _with_facts(workspace: Workspace, facts: Iterable[Pair]) -> Workspace:
    """The workspace with these facts in its profile; one that it has without a value gets it, wherever it is held."""
    more = []
    for label, value in facts:
        if (label, UNTYPED) in workspace.profile or label in workspace.absent:
            workspace = typed(workspace, label, value)
        else:
            more.append((label, value))
    return replace(workspace, profile=(*workspace.profile, *more))


def _with_leaked(workspace: Workspace, leaked: Collection[Release]) -> Workspace:
    """The workspace where who collects what leaked has these releases, under whatever names they have now."""
    contents = {_content(release) for release in leaked}
    names = [release.name for release in workspace.releases if _content(release) in contents] if contents else []

    def collected(pooling: Pooling) -> Pooling:
        pooled = tuple(dict.fromkeys((*pooling.releases, *names)))
        return replace(pooling, releases=pooled) if pooling.kind == "releases" else pooling

    return workspace.with_each_pooling(collected) if names else workspace


def together(parts: Iterable[Additions]) -> Additions:
    """Several additions as one, in their order; of two weights for a label the first stands.

    >>> together([Additions(notes=("a",)), Additions(notes=("b",))]).notes
    ('a', 'b')
    """
    whole = Additions()
    for part in parts:
        stated = {label for label, _ in whole.weights}
        whole = Additions(
            whole.profile + part.profile,
            whole.weights + tuple(row for row in part.weights if row[0] not in stated),
            whole.releases + part.releases,
            whole.plans + part.plans,
            whole.background + part.background,
            whole.updates + part.updates,
            whole.recipients + part.recipients,
            whole.coalitions + part.coalitions,
            whole.leaked + part.leaked,
            whole.mappings + part.mappings,
            whole.absent + part.absent,
            whole.accounts + part.accounts,
            whole.problems + part.problems,
            whole.notes + part.notes,
            whole.guesses + part.guesses,
            whole.listed + part.listed,
            whole.changes + part.changes,
            whole.changed_values + part.changed_values,
        )
    return whole


def _new_releases(existing: Sequence[Release], read: Sequence[Release]) -> tuple[Release, ...]:
    names: dict[tuple[object, ...], list[str]] = {}
    for release in existing:
        names.setdefault(_content(release), []).append(release.name)
    taken, following, new = {release.name for release in existing}, dict[str, int](), []
    for release in read:
        if not any(_same_name(release.name, name) for name in names.get(_content(release), ())):
            name = _free_name(release.name, taken, following)
            taken.add(name)
            new.append(replace(release, name=name))
    return tuple(new)


def _updates(workspace: Workspace, read: Iterable[Release]) -> tuple[Release, ...]:
    """The updates of releases that are there and differ; the last for a name stands."""
    existing = {release.name: release for release in workspace.releases}
    updates = {release.name: release for release in read}
    return tuple(release for name, release in updates.items() if name in existing and existing[name] != release)


def _new_coalitions(workspace: Workspace, read: Iterable[ProposedCoalition]) -> tuple[ProposedCoalition, ...]:
    """The coalitions whose recipients are in none that is there, under names that are free."""
    coalitions = [set(coalition.recipients) for coalition in workspace.pooling.coalitions]
    taken = {coalition.name for coalition in workspace.pooling.coalitions}
    new = []
    for proposal in read:
        if any(set(proposal.coalition.recipients) <= members for members in coalitions):
            continue
        name = unused_name(proposal.coalition.name, taken)
        taken.add(name)
        coalitions.append(set(proposal.coalition.recipients))
        new.append(replace(proposal, coalition=replace(proposal.coalition, name=name)))
    return tuple(new)


def _with_coalitions(pooling: Pooling, new: Sequence[ProposedCoalition]) -> Pooling:
    """Who pools with whom stays as it was: coalitions are there to be chosen."""
    return replace(pooling, coalitions=pooling.coalitions + tuple(proposal.coalition for proposal in new))


def _content(release: Release) -> tuple[object, ...]:
    """What is compared with what is read again: that there is an account is no part of a file, it follows from it."""
    record = release.record
    if record.values(ACCOUNT):
        record = Record(attribute for attribute in record if attribute.label != ACCOUNT)
    return release.recipient, release.date, record


def _same_name(wanted: str, name: str) -> bool:
    """Whether this is the name, or what was made of it because it was taken."""
    return name == wanted or (name.startswith(f"{wanted} ") and name[len(wanted) + 1 :].isdecimal())


def _free_name(wanted: str, taken: set[str], following: dict[str, int]) -> str:
    """As ``unused_name``, but the search goes on where it ended: a file may have thousands of one name."""
    number, name = following.get(wanted, 2), wanted
    while name in taken:
        name, number = f"{wanted} {number}", number + 1
    following[wanted] = number
    return name


# What recipients of an import are called: as the workspace calls them, else by their site, else by their title.


class RecipientNames:
    """Knows recipients by their sites, and by names where only one recipient has that name.

    Arguments:
        workspace: its recipients keep their names.
        accounts: of an import; those that have a site are learnt first, so that the order of files does not matter.

    >>> shop = Account("Shop", "shop.example")
    >>> names = RecipientNames(Workspace(), [Account("Shop"), shop])
    >>> [account.recipient for account in names.accounts], names.recipient_of("www.shop.example")
    (['shop.example', 'shop.example'], 'shop.example')
    """

    def __init__(self, workspace: Workspace, accounts: Iterable[Account]) -> None:
        self._workspace = workspace
        self._site_of: dict[str, str] = {}
        self._by_site: dict[str, str] = {}
        self._by_name: dict[str, set[str]] = {}
        for name in workspace.recipient_names:
            self._learn(name, workspace.recipient(name).site or site_of(name), name)
        accounts = tuple(accounts)
        for account in accounts:
            if account.site and account.site not in self._by_site:
                self._learn(self._called_by_title(account), account.site, account.title)
            elif account.site:
                self._learn(self._by_site[account.site], account.site, account.title)
        self.accounts = tuple(replace(account, holder=self._called(account)) for account in accounts)

    def recipient_of(self, name: str) -> str:
        """The recipient that a title or a site stands for; empty where it is none of them, or several."""
        site = site_of(name)
        if site in self._by_site:
            return self._by_site[site]
        for key in (name.casefold(), name_key(name)):
            if len(names := self._by_name.get(key, set())) == 1:
                return next(iter(names))
        return ""

    def sites(self, accounts: Sequence[Account]) -> Iterator[Recipient]:
        """The recipients of accounts whose site is known now, and is not what they are called."""
        for name in dict.fromkeys(account.recipient for account in accounts):
            before, site = self._workspace.recipient(name), self._site_of.get(name, "")
            if site and not before.site and site_of(name) != site:
                yield replace(before, site=site)

    def _called(self, account: Account) -> str:
        if account.site:
            return self._by_site[account.site]
        name = self.recipient_of(account.title)
        if not name:
            self._learn(account.title, "", account.title)
        return name or account.title

    def _called_by_title(self, account: Account) -> str:
        """A recipient of the workspace that is called like the account, where no site says that it is another."""
        name = self.recipient_of(account.title) if account.title else ""
        return account.site if not name or self._site_of.get(name) else name

    def _learn(self, name: str, site: str, title: str) -> None:
        if site:
            self._by_site.setdefault(site, name)
            self._site_of.setdefault(name, site)
        for called in filter(None, (name, title)):
            for key in filter(None, (called.casefold(), name_key(called))):
                self._by_name.setdefault(key, set()).add(name)


# From what files hold to what it would add to a workspace: accounts become releases, each once.


LIKELY = 0.5
"""How sure one may be that a recipient holds what its kind usually holds, until the person says otherwise."""


def additions_of(findings: Sequence[Findings], workspace: Workspace, likely: float = LIKELY) -> Additions:
    """What the files of one import would add, held against each other and against the workspace.

    Arguments:
        findings: of every file; their passwords must be of one ``PasswordClasses``.
        workspace: what is there already: an account it has is not added, at most given the facts it lacks.
        likely: probability of facts that a recipient probably holds, but no file spells out, in [0, 1); they are
            presumed, and join nothing.

    Raises:
        ValueError: for a confidence out of its range.

    >>> shop = Account("Shop", "shop.example", (("Email", "a@b.c"),), 0)
    >>> bank = Account("Bank", "bank.example", (("Email", "a@b.c"),), 0)
    >>> found = additions_of([Findings((shop, bank))], Workspace())
    >>> [(release.name, release.recipient, len(release.record)) for release in found.releases]
    [('Shop', 'shop.example', 2), ('Bank', 'bank.example', 2)]
    >>> found.profile
    (('Email', 'a@b.c'), ('Password', 'password A'))
    """
    if not 0.0 <= likely < 1.0:
        raise ValueError(f"a presumption has a probability in [0, 1), got {likely}")
    spelling = _Spelling(pair for pair in (*workspace.profile, *(p for one in findings for p in one.profile)))
    names = RecipientNames(workspace, (account for one in findings for account in one.accounts))
    found = merged(names.accounts)
    seen = _seen(workspace, found.accounts)
    kept = names_kept(seen)
    passwords = password_names([one.counted for one in seen], [one.release for one in seen], workspace, kept)
    releases, updates = _given(workspace, seen, passwords, spelling, likely)
    current = {source for one in findings if (source := one.source)} - older_sources(seen)
    gone = no_longer_listed(workspace, seen, current)
    after = {release.name: release for release in (*workspace.releases, *gone, *updates)}
    coalitions, unknown = proposed((entry for one in findings for entry in one.sharing), names.recipient_of)
    there = {release.name: release for release in workspace.releases}
    listed = {r.name: r for r in updates if replace(r, listings=there[r.name].listings) == there[r.name]}
    profile = _profile(findings, found.accounts, _names_in_use(passwords, (*after.values(), *releases)), spelling)
    return Additions(
        profile,
        releases=tuple(releases),
        updates=tuple(release for release in updates if release.name not in listed),
        recipients=tuple(names.sites(found.accounts)),
        coalitions=coalitions,
        accounts=len(found.accounts),
        problems=tuple(problem for one in findings for problem in one.problems),
        notes=tuple(_notes(findings, found, passwords, unknown, seen)),
        guesses=_guesses(findings, names, profile, workspace),
        listed=(*gone, *listed.values()),
        changes=changes(workspace, seen, after, releases, gone),
        changed_values=noted(seen, after),
    )


def _seen(workspace: Workspace, accounts: Sequence[Account]) -> list[Seen]:
    """The accounts beside what the work has of them."""
    listings, by_recipient = Listings(workspace), _by_recipient(workspace)
    seen = []
    for account in accounts:
        found = listings.find(account)
        if found is None:
            seen.append(Seen(account, same_account(account, by_recipient.get(account.recipient, ()))))
        else:
            seen.append(Seen(account, *found))
    older = older_sources(seen)
    seen = [replace(one, older=bool(one.listing and one.listing.source in older)) for one in seen]
    return [with_ticks(workspace, one) for one in seen]


def _given(
    workspace: Workspace, seen: Sequence[Seen], passwords: dict[int, str], spelling: _Spelling, likely: float
) -> tuple[list[Release], tuple[Release, ...]]:
    """The releases that are new, and those that are there as they will be."""
    releases: list[Release] = []
    updates: dict[str, Release] = {}
    for one in seen:
        account, before = one.account, one.release
        # A password that was changed since is none in ``counted``, so that what is left of it is not old.
        record = still_held(
            workspace, one.recipient, _record(one.counted, passwords, spelling), LABEL, LATEST.isoformat()
        )
        presumed = tuple((label, likely) for label in account.likely if not record.values(label))
        shares = passwords.get(one.counted.password, "") if one.counted.password is not None else ""
        if before is None:
            name = account.title or account.site
            new = Release(name, account.recipient, record, account.created, presumed=presumed)
            releases.append(with_listings(new, one, shares))
        elif one.listing is None or before.name in updates:
            completed = _completed(updates.get(before.name, before), record, account, presumed)
            updates[before.name] = with_listings(completed, one, shares)
        elif not one.older:
            current = brought_up_to_date(one, record)
            updates[before.name] = with_listings(_completed(current, Record(), account, presumed), one, shares)
    return releases, tuple(updates.values())


def _names_in_use(passwords: dict[int, str], releases: Iterable[Release]) -> dict[int, str]:
    """The names that somebody has, once all is added."""
    held = {value for release in releases for value in release.record.values(LABEL)}
    return {number: name for number, name in passwords.items() if name in held}


def _guesses(
    findings: Iterable[Findings], names: RecipientNames, profile: Iterable[Pair], workspace: Workspace
) -> tuple[Guess, ...]:
    """What is guessed and is no fact yet, by what the guessers are called in the workspace."""
    known = {*profile, *workspace.profile}
    guesses = (guess for one in findings for guess in one.guesses if (guess.label, guess.value) not in known)
    called = (replace(guess, holder=names.recipient_of(guess.holder) or guess.holder) for guess in guesses)
    return tuple(dict.fromkeys(called))


class _Spelling:
    """Mail addresses as they were spelt first: letters large or small are the same."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self._first: dict[str, str] = {}
        for label, value in pairs:
            if label == "Email":
                self._first.setdefault(value.casefold(), value)

    def of(self, pair: Pair) -> Pair:
        label, value = pair
        return (label, self._first.setdefault(value.casefold(), value)) if label == "Email" else pair


def _by_recipient(workspace: Workspace) -> dict[str, list[Release]]:
    releases: dict[str, list[Release]] = {}
    for release in workspace.accounts:
        releases.setdefault(release.recipient, []).append(release)
    return releases


def _profile(
    findings: Iterable[Findings], accounts: Iterable[Account], passwords: dict[int, str], spelling: _Spelling
) -> tuple[Pair, ...]:
    stated = (pair for one in findings for pair in one.profile)
    logins = (pair for account in accounts for pair in account.login)
    shared = ((LABEL, name) for name in sorted(passwords.values(), key=lambda name: (len(name), name)))
    return tuple(dict.fromkeys((*map(spelling.of, (*stated, *logins)), *shared)))


def _record(account: Account, passwords: dict[int, str], spelling: _Spelling) -> Record:
    pairs = dict.fromkeys(map(spelling.of, account.facts), 1.0)
    if account.password in passwords:
        pairs[LABEL, passwords[account.password]] = 1.0
    return Record(Attribute(*pair, confidence) for pair, confidence in pairs.items())


def _completed(before: Release, record: Record, account: Account, presumed: tuple[tuple[str, float], ...]) -> Release:
    """A release with the facts it lacks; of a password it has another of, and of what it holds otherwise, nothing."""
    labels = {label for label, _ in before.record.confidences}
    folded = {(label, value.casefold()) for label, value in before.record.confidences}
    more = [
        a for a in record if (a.label, a.value.casefold()) not in folded and not (a.label == LABEL and LABEL in labels)
    ]
    with_presumed = labels | {label for label, _ in before.presumed}
    likely = tuple(entry for entry in presumed if entry[0] not in with_presumed)
    if not (more or likely) and (before.date or not account.created):
        return before
    record = Record((*before.record, *more))
    return replace(before, record=record, date=before.date or account.created, presumed=(*before.presumed, *likely))


def _notes(
    findings: Sequence[Findings], found: Merged, passwords: dict[int, str], unknown: int, seen: Sequence[Seen]
) -> Iterator[str]:
    left_out: Counter[str] = Counter()
    for one in findings:
        left_out.update(dict(one.left_out))
    if left_out:
        yield f"Left out: {', '.join(f'{what} ({number:,})' for what, number in left_out.items())}."
    if found.duplicates:
        yield f"Listed more than once, counted once: {found.duplicates:,}."
    if found.other_passwords:
        yield f"Different passwords in two files, the newer one counts: {found.other_passwords:,}."
    with_one = [account.password for account in found.accounts if account.password is not None]
    if with_one:
        alone = sum(number not in passwords for number in with_one)
        yield (
            f"Passwords are compared, then discarded: {count(len(passwords), 'is', 'are')} used at several places, "
            f"{alone:,} at one only."
        )
    if older_sources(seen):
        yield "This export is older than the last one of its program: it adds what is missing, and changes nothing."
    if old := sum(one.stale and bool(one.listing) and not one.older for one in seen):
        yield f"You changed the password at {count(old, 'account')} since; what this export says of it does not count."
    if unknown:
        yield f"Named as sharing data about you, but not among your accounts: {unknown:,}."
