"""How to get a file, on Import: one source at a time, in three steps."""

import pytest

from leakage.workspace.files.how_to_get import sources
from leakage.workspace.workspace import Workspace
from pages.parts.import_files import text
from tests.pages.helpers import run, start, unfolded
from tests.workspace.files.files import CARD_3


def opened():
    return unfolded(start(Workspace(), "in_and_out"), "how-to")


def choice(at):
    return at.selectbox(key="how-to-source")


@pytest.mark.slow
def test_every_source_is_shown_once_it_is_picked():
    at = opened()
    by_name = {source.name: source for source in sources()}
    assert sorted(choice(at).options) == sorted(by_name) and choice(at).value is None
    assert not at.main.code
    for place, name in enumerate(choice(at).options):
        source = by_name[name]
        run(choice(at).select_index(place))
        shown = "\n".join(element.value for element in at.main.markdown)
        for sentence in (*source.steps, source.takes, source.holds, source.reads, source.leaves):
            assert sentence in shown
        assert [code.value for code in at.main.code] == [source.page]
        checked = text.HOW_TO_CHECKED if source.checked else text.HOW_TO_UNCHECKED
        assert checked.format(day=source.checked) in [caption.value for caption in at.main.caption]


def test_with_a_file_at_hand_neither_is_asked():
    at = start(Workspace(), "in_and_out")
    at.file_uploader[0].upload("card.vcf", CARD_3.encode(), "text/vcard")
    run(at)
    assert not {text.HOW_TO, text.MAIL} & {fold.label for fold in at.main.expander}
