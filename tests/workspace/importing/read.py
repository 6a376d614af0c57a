"""Everything the program would read of a file, as the page does it."""

from leakage.workspace.importing.additions import Additions
from leakage.workspace.importing.breaches.reading import read_breaches
from leakage.workspace.importing.breaches.releases import releases_of
from leakage.workspace.importing.headings import NAME, RECIPIENT, column_of
from leakage.workspace.importing.recognising import recognise
from leakage.workspace.importing.tables import Columns, become, is_background, long_table, profile_table, wide_table
from leakage.workspace.importing.vcard.cards import cards_in
from leakage.workspace.importing.vcard.facts import facts_of_card, title_of
from leakage.workspace.work_json import workspace_from_json

PROFILE = (("Name", "Alice"), ("Email", "a@b.c"), ("User name", "alice"))


def read(content):
    """What is found in a file, however it is read; ValueError where it is refused."""
    found = recognise(content)
    text = found.source.text
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
    columns = Columns(column_of(found.headings, RECIPIENT), column_of(found.headings, NAME))
    return wide_table(text, "releases" if columns.named else "background", columns)
