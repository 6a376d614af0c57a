"""Everything the program would read of a file, as the page does it."""

from leakage.workspace.files.additions import Additions, together
from leakage.workspace.files.breaches.reading import read_breaches
from leakage.workspace.files.breaches.releases import releases_of
from leakage.workspace.files.csv_cells import NAME, RECIPIENT, column_of
from leakage.workspace.files.importing import ACCOUNT_KINDS, imported, opened_archive, recognise
from leakage.workspace.files.tables_csv import become, is_background, long_table, profile_table, wide_table
from leakage.workspace.files.vcard.cards import cards_in
from leakage.workspace.files.vcard.facts import facts_of_card, title_of
from leakage.workspace.files.workspace_json import workspace_from_json
from leakage.workspace.tables import Columns
from leakage.workspace.workspace import Workspace

PROFILE = (("Name", "Alice"), ("Email", "a@b.c"), ("User name", "alice"))


def read_member(member):
    """A file of an archive; an archive in it stays shut, and what cannot be read has nothing."""
    try:
        return Additions() if recognise(member.content).kind == "archive" else read(member.content)
    except ValueError as error:
        return Additions(notes=(str(error),))


def read_accounts(found):
    additions, refusals = imported([found], Workspace(PROFILE))
    if refusals[0]:
        raise ValueError(refusals[0])
    return additions


def read(content):  # noqa: PLR0911 - one for every kind
    """What is found in a file, however it is read; ValueError where it is refused."""
    found = recognise(content)
    if found.kind == "archive":
        return together(map(read_member, opened_archive(content).members))
    text = found.source.text
    if found.kind in ACCOUNT_KINDS:
        return read_accounts(found)
    if found.kind == "copy":
        saved = workspace_from_json(text)
        return Additions(saved.profile, saved.weights, saved.releases, saved.plans, saved.background)
    if found.kind == "cards":
        cards = cards_in(text)
        assert len([title_of(card) for card in cards.cards]) == len(cards.cards)
        facts = facts_of_card(cards.cards[0])
        return Additions(facts.profile, problems=cards.problems, notes=facts.notes)
    if found.kind == "breaches":
        breaches = read_breaches(text)
        releases = releases_of(breaches.breaches, PROFILE)
        return Additions(releases=releases.releases, problems=breaches.problems, notes=releases.notes)
    if found.kind == "long":
        table = long_table(text)
        return become(table, "background" if is_background(table.releases) else "releases")
    if found.kind == "profile":
        return profile_table(text)
    if found.kind == "protected":
        return Additions(notes=("locked",))
    columns = Columns(column_of(found.headings, RECIPIENT), column_of(found.headings, NAME))
    return wide_table(text, "releases" if columns.named else "background", columns)
