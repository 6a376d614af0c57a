"""Import: files in, what they add, and nothing that is secret."""

import pytest

from leakage.workspace.everyday import with_import
from leakage.workspace.files.recognise import read
from leakage.workspace.saved_copy import workspace_to_json
from leakage.workspace.workspace import Workspace
from tests.pages.helpers import current, figure_in_strip, press, run, start, texts
from tests.workspace.files.data import exports
from tests.workspace.files.data.exports import FILE_PASSWORD, WRITERS, made_up_logins

LOGINS = made_up_logins(62)


def upload(*contents):
    at = start(Workspace(), "in_and_out")
    for number, content in enumerate(contents):
        at.file_uploader[0].upload(f"file {number}", content, "text/plain")
    return run(at)


def test_an_export_of_62_logins_adds_what_is_read_of_it_and_undo_takes_it_back():
    content = exports.bitwarden(LOGINS)
    at = press(upload(content), "import-add")
    assert len(current(at).releases) == 62 and "%" in figure_in_strip(at)
    expected = with_import(Workspace(), read(content))
    assert (current(at).releases, current(at).profile) == (expected.releases, expected.profile)
    saved = workspace_to_json(current(at)) + repr(texts(at))
    assert not any(login.password in saved for login in LOGINS)
    assert press(at, "undo") and current(at) == Workspace()


def test_a_locked_export_asks_for_its_password():
    at = upload(exports.bitwarden_protected(LOGINS[:3], iterations=5_000))
    for typed, accounts in (("another", 0), (FILE_PASSWORD, 3)):
        box = next(box for box in at.text_input if box.key.startswith("import-password"))
        box.set_value(typed)
        at = run(at)
        assert at.button(key="import-add").disabled == (accounts == 0)
    assert len(current(press(at, "import-add")).releases) == 3


@pytest.mark.parametrize("content", [b"{" * 5_000, b"PK\x03\x04planted", b"<!DOCTYPE planted>"])
def test_what_cannot_be_read_changes_nothing(content):
    at = upload(content)
    assert not at.exception and not any("planted" in text for text in texts(at))
    assert current(at) == Workspace()


def test_files_in_any_order_give_the_same():
    files = [WRITERS["Chrome"](LOGINS[:5]), exports.firefox(LOGINS[3:9])]
    works = [current(press(upload(*order), "import-add")) for order in (files, files[::-1])]
    assert works[0] == works[1] and works[0].releases
