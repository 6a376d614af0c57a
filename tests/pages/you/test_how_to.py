"""How to get a file, on Import: one source at a time, in three steps."""

from leakage.workspace.workspace import Workspace
from pages.parts.import_files import text
from tests.pages.helpers import run, start
from tests.workspace.files.files import CARD_3


def test_with_a_file_at_hand_neither_is_asked():
    at = start(Workspace(), "in_and_out")
    at.file_uploader[0].upload("card.vcf", CARD_3.encode(), "text/vcard")
    run(at)
    assert not {text.HOW_TO, text.MAIL} & {fold.label for fold in at.main.expander}
