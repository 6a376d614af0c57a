"""The vault of a session."""

from __future__ import annotations

import shutil
import time
from dataclasses import replace

import pytest

from leakage.scenarios.realistic import realistic_person
from leakage.workspace.vault import file_header
from leakage.workspace.vault.errors import PassphraseChanged
from leakage.workspace.vault.file_header import Cost
from leakage.workspace.vault.passphrases import ATTEMPTS
from leakage.workspace.vault.saved_work import create_with_work, read_work, save_work
from leakage.workspace.vault.vault import vaults
from leakage.workspace.workspace import Workspace
from pages.door.entrance import SWITCH
from pages.shell import vault_session, vault_state, watchdog
from pages.shell.text import EARLIER_OPENS
from pages.shell.vault_trouble import STATE_TEXTS
from pages.shell.watchdog import Limits
from pages.shell.words import error_text
from pages.you.vault.text import IN_CLASS
from tests.pages.helpers import PAGES, current, go, history, press, run, sound, start, texts, type_into
from tests.pages.shell.test_watchdog import Closed
from tests.starting import starting_workspace
from tests.workspace.vault.test_odd_files import KINDS, ODD

# The vault as a person meets it: the gate, saving, conflicts, locking, earlier versions.


CHEAP = Cost(1, 8, 1)
PASSPHRASE = "seven grey herons"
VAULT_OWN = replace(starting_workspace(), profile=(("Name", "Ann"), ("Phone", "1")))
REAL = realistic_person().workspace


@pytest.fixture(autouse=True)
def directory(tmp_path, monkeypatch):
    """An empty folder for vaults, and a cheap key derivation."""
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path))
    monkeypatch.setattr("leakage.workspace.vault.vault.Cost", lambda: CHEAP)
    monkeypatch.setattr("leakage.workspace.vault.unlocked.Cost", lambda: CHEAP)
    return tmp_path / "vaults"


@pytest.fixture
def clock(monkeypatch):
    """The seconds that pass for whoever counts wrong passphrases."""
    moment = [0.0]
    monkeypatch.setattr(ATTEMPTS, "_clock", lambda: moment[0])
    return moment


def made(workspace=VAULT_OWN):
    return create_with_work("Mine", PASSPHRASE, workspace)


def unlocked_now():
    [vault] = vaults()
    return vault.unlock(PASSPHRASE)


def in_vault():
    return read_work(unlocked_now()).workspace


def unlock(at, passphrase=PASSPHRASE):
    at.text_input(key="gate-passphrase").set_value(passphrase)
    return press(at, "gate-unlock")


def box(at, label):
    return next(field for field in at.text_input if field.label == label)


def rename_first(at, value):
    """In the table as it stands on the screen, though another tab may have saved meanwhile."""
    at = at if at.title[0].value == "About me" else go(at, "profile")
    return type_into(at, "profile", {0: {"value": value}})


def put_into_vault(at, name="Mine", first=PASSPHRASE, again=PASSPHRASE):
    go(at, "vault")
    at.text_input(key="vault-name").set_value(name)
    at.text_input(key="vault-first").set_value(first)
    at.text_input(key="vault-again").set_value(again)
    return press(at, "vault-create-go")


def test_without_vaults_there_is_no_gate():
    assert not at_gate(start())


def at_gate(at):
    return at.title[0].value == "Unlock your work"


def test_work_is_put_into_a_vault_and_every_edit_is_saved():
    at = put_into_vault(start(VAULT_OWN))
    assert STATE_TEXTS["kept"] in [caption.value for caption in at.sidebar.caption]
    assert in_vault() == VAULT_OWN
    rename_first(at, "Bea")
    assert in_vault().profile[0] == ("Name", "Bea") == current(at).profile[0]
    press(at, "undo")
    assert in_vault() == VAULT_OWN == current(at)


@pytest.mark.parametrize(
    ("first", "again", "sentence"),
    [
        (PASSPHRASE, "another one", "The two passphrases are not the same. Nothing was created."),
        ("short", "short", "passphrase"),
        ("", "", "passphrase"),
    ],
)
def test_a_passphrase_that_will_not_do_creates_nothing(first, again, sentence):
    at = put_into_vault(start(VAULT_OWN), first=first, again=again)
    assert len(at.error) == 1 and sentence in at.error[0].value
    assert vaults() == () and current(at) == VAULT_OWN


@pytest.mark.tabs()
@pytest.mark.parametrize("page", sorted(PAGES))
def test_every_page_meets_the_gate(page):
    made()
    at = start(page=page)
    assert at_gate(at)
    assert not any("Ann" in text for text in texts(at))
    unlock(at)
    assert not at_gate(at) and current(at) == VAULT_OWN


def test_a_wrong_passphrase_changes_nothing_and_says_so(clock):
    made()
    at = unlock(start(), "not this one at all")
    assert at_gate(at) and [error.value for error in at.error] == [
        "This passphrase does not open the vault; nothing was changed."
    ]
    at = unlock(at, "nor this one at all")
    assert at_gate(at) and "can be tried in" in at.error[0].value
    clock[0] += 1.0
    assert not at_gate(unlock(at)) and current(at) == VAULT_OWN


def test_a_new_session_neither_reads_nor_saves_until_it_unlocks():
    at = put_into_vault(start(VAULT_OWN))
    rename_first(at, "Bea")
    again = start()
    assert at_gate(again) and vault_state._SESSION not in again.session_state
    press(again, "gate-memory")
    assert not at_gate(again) and current(again) == Workspace()
    go(again, "profile")
    assert in_vault().profile[0] == ("Name", "Bea")


def test_a_vault_made_in_another_tab_does_not_come_between_a_person_and_work_in_memory():
    at = start(VAULT_OWN)
    rename_first(at, "Bea")
    made(REAL)
    assert not at_gate(go(at, "leakage"))
    assert current(at).profile[0][1] == "Bea" and in_vault() == REAL
    assert at_gate(start())


def test_a_stale_tab_gets_a_conflict_and_both_versions_are_kept():
    made()
    first, other = (go(unlock(start()), "profile") for _ in range(2))
    rename_first(first, "First")
    rename_first(other, "Second")
    assert in_vault().profile[0][1] == "First"
    assert "Profile, Name: Second here, First in the other version." in texts(other)
    kinds = [generation.kind for generation in unlocked_now().generations()]
    assert kinds.count("copy") == 1
    rename_first(other, "Third")
    assert in_vault().profile[0][1] == "First"  # nothing is saved before the person has chosen
    assert [g.kind for g in unlocked_now().generations()].count("copy") == 1
    press(other, "conflict-mine")
    assert in_vault().profile[0][1] == "Third"
    rename_first(first, "Fourth")
    press(first, "conflict-take")
    assert current(first).profile[0][1] == "Third" == in_vault().profile[0][1]
    rename_first(first, "Fifth")
    assert in_vault().profile[0][1] == "Fifth"


def test_an_example_does_not_touch_the_vault():
    made()
    at = unlock(start())
    press(go(at, "start"), "open-realistic")
    assert current(at) == REAL
    go(at, "leakage")
    assert in_vault() == VAULT_OWN
    press(at, "back-to-mine")
    assert current(at) == VAULT_OWN
    press(go(at, "start"), "open-realistic")
    press(go(at, "start"), "close-example")
    assert current(at) == VAULT_OWN == in_vault()


def test_locking_forgets_everything():
    made()
    at = unlock(start())
    press(at, "lock")
    assert at_gate(at)
    assert vault_state._SESSION not in at.session_state
    assert current(at) == Workspace() and len(history(at)) == 1
    assert current(unlock(at)) == VAULT_OWN


def test_a_vault_left_alone_is_locked(monkeypatch):
    made(replace(VAULT_OWN, lock_after=2))
    at = unlock(start())
    now = time.monotonic()
    monkeypatch.setattr("pages.shell.locking.time.monotonic", lambda: now + 119)
    assert not at_gate(run(at))
    # The fragment that watches runs by itself, without the page; here it runs with it, before it is a touch.
    monkeypatch.setattr("pages.shell.locking.touch", lambda: None)
    monkeypatch.setattr("pages.shell.locking.time.monotonic", lambda: now + 119 + 121)
    assert at_gate(run(at))


def test_minutes_are_part_of_the_work():
    made()
    at = go(unlock(start()), "vault")
    run(at.number_input[0].set_value(60))
    assert in_vault().lock_after == 60 == current(at).lock_after


def test_an_earlier_version_is_brought_back():
    made()
    at = unlock(start())
    rename_first(at, "Bea")
    rename_first(at, "Cleo")
    go(at, "vault")
    press(at, "vault-restore")
    assert current(at).profile[0][1] == "Bea" == in_vault().profile[0][1]
    assert history(at)[-1] == "restore an earlier version"
    press(at, "undo")
    assert in_vault().profile[0][1] == "Cleo"


def test_a_damaged_vault_offers_the_version_before(directory):
    save_work(made(), replace(VAULT_OWN, title="newer"), read_work(unlocked_now()).revision)
    [path] = directory.glob("*.vault")
    data = bytearray(path.read_bytes())
    data[-40] ^= 1
    path.write_bytes(bytes(data))
    at = start()
    assert at.warning and at.warning[0].value.startswith(EARLIER_OPENS.partition("{")[0])
    unlock(at)
    assert current(at) == VAULT_OWN == in_vault()


def test_another_passphrase(clock):
    made()
    at = go(unlock(start()), "vault")
    at.text_input(key="vault-present").set_value("wrong for sure")
    at.text_input(key="vault-new").set_value("eight red kites")
    at.text_input(key="vault-new-again").set_value("eight red kites")
    press(at, "vault-change")
    assert "does not open" in at.error[0].value
    clock[0] += 1.0
    at.text_input(key="vault-present").set_value(PASSPHRASE)
    at.text_input(key="vault-new").set_value("eight red kites")
    at.text_input(key="vault-new-again").set_value("eight red kites")
    press(at, "vault-change")
    assert at.success
    rename_first(at, "Dora")
    [vault] = vaults()
    assert read_work(vault.unlock("eight red kites")).workspace.profile[0][1] == "Dora"


def test_a_passphrase_changed_elsewhere_is_said_and_nothing_is_lost_silently():
    made()
    at = unlock(start())
    unlocked_now().change_passphrase(PASSPHRASE, "eight red kites")
    rename_first(at, "Bea")
    assert error_text(PassphraseChanged()) in texts(at)
    assert current(at).profile[0][1] == "Bea"


def test_a_folder_that_cannot_be_written_is_said_and_saved_later(directory):
    made()
    at = unlock(start())
    aside = directory.with_name("aside")
    shutil.move(directory, aside)
    rename_first(at, "Bea")
    assert any("not saved" in paragraph.value for paragraph in at.main.markdown)
    shutil.move(aside, directory)
    run(at)
    assert in_vault().profile[0][1] == "Bea"
    assert not any("not saved" in paragraph.value for paragraph in at.main.markdown)


def test_a_vault_is_renamed_and_removed():
    made()
    at = go(unlock(start()), "vault")
    box(at, "Name").set_value("Other")
    press(at, "vault-rename-go")
    assert vaults()[0].listing().name == "Other"
    assert at.button(key="vault-delete").disabled
    run(at.checkbox(key="vault-sure").check())
    press(at, "vault-delete")
    assert vaults() == () and current(at) == VAULT_OWN and not at_gate(at)


def test_several_vaults():
    made()
    create_with_work("Other", "nine white swans", REAL)
    at = start()
    assert [option.split(":")[0] for option in at.selectbox[0].options] == ["Mine", "Other"]
    run(at.selectbox[0].set_value(1))
    unlock(at, "nine white swans")
    assert current(at) == REAL


def test_a_classroom_has_no_vault(monkeypatch):
    made()
    monkeypatch.setattr("sys.argv", ["app.py", SWITCH])
    at = start(page="vault")
    assert not at_gate(at)
    assert [info.value for info in at.info] == [IN_CLASS]


# Keys, saving and indexing have limits of their own: what does not answer is said, and can be tried again.


SHORT = Limits(1.5, 1.5)


@pytest.fixture
def closed(monkeypatch):
    """Somewhere to get stuck; open again at the end."""
    monkeypatch.setattr(watchdog, "GRACE", 0.1)
    monkeypatch.setattr(watchdog, "_STUCK", [])
    place = Closed()
    yield place
    place.open()


def stuck_in(closed, work):
    """The same work, once it gets through."""

    def first(*args, **options):
        closed.enter()
        return work(*args, **options)

    return first


def test_a_key_that_is_not_derived_in_time_is_said_at_the_gate(closed, monkeypatch):
    made()
    at = start()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pages.shell.vault_session.DERIVING", SHORT)
        patch.setattr(file_header, "_derived", stuck_in(closed, file_header._derived))
        unlock(at)
        [error] = at.error
        assert error.value == "Unlocking the vault took more than 1.5 seconds and was stopped."
        unlock(at)
        assert at.error[0].value == "The last attempt at unlocking the vault was stopped and has not ended yet."
        assert at_gate(at) and len(watchdog.stuck()) == 1
    closed.open()
    monkeypatch.undo()
    unlock(at)
    assert not at_gate(at) and current(at) == VAULT_OWN


def test_what_the_disk_does_not_take_in_time_is_not_saved_and_tried_again(closed, monkeypatch):
    at = put_into_vault(start(VAULT_OWN))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(watchdog, "SAVING", SHORT)
        patch.setattr(vault_session, "save_work", stuck_in(closed, vault_session.save_work))
        rename_first(at, "Bea")
        # The edit saves, and so does the run after it, which does not wait for the same once more.
        assert "The last attempt at saving was stopped and has not ended yet." in texts(at)
        assert in_vault() == VAULT_OWN and current(at).profile[0] == ("Name", "Bea") and len(watchdog.stuck()) == 1
    # What was stopped did not save, and left nothing that stands in the way.
    closed.open()
    run(at)
    assert in_vault().profile[0] == ("Name", "Bea")
    assert not any("stopped" in text for text in texts(at))
    rename_first(at, "Cleo")
    assert in_vault().profile[0] == ("Name", "Cleo")


# Whatever lies in the vaults' folder, the program opens: good vaults and work in memory stay reachable.


ODD_VAULTS_OWN = starting_workspace()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path / "data"))
    (tmp_path / "data" / "vaults").mkdir(parents=True)
    return tmp_path / "data" / "vaults"


@pytest.mark.parametrize("odd", KINDS, ids=lambda kind: kind.__name__)
def test_the_good_vault_is_offered_first_and_opens(folder, monkeypatch, odd):
    create_with_work("Mine", PASSPHRASE, ODD_VAULTS_OWN, folder=folder, cost=Cost(1, 8, 1))
    odd(folder / f"{ODD}.vault", monkeypatch)
    at = start()
    choice = at.selectbox[0]
    assert [option.split(":")[0] for option in choice.options] == ["Mine", "Without a name"]
    run(choice.set_value(1).run())
    assert "damaged" in at.error[0].value
    run(at.selectbox[0].set_value(0).run())
    at.text_input(key="gate-passphrase").set_value(PASSPHRASE)
    press(at, "gate-unlock")
    assert current(at) == ODD_VAULTS_OWN
    assert not go(at, "vault").error


def test_alone_it_leaves_the_work_in_memory(folder, monkeypatch):
    (folder / f"{ODD}.vault").mkdir()
    at = start()
    assert "damaged" in at.error[0].value
    press(at, "gate-memory")
    assert at.title[0].value != "Unlock your work"
    assert not go(at, "vault").error


def test_a_folder_that_cannot_be_read_is_told_and_leaves_the_work_in_memory(folder, monkeypatch):
    folder.rmdir()
    folder.write_bytes(b"no folder")
    at = start()
    [error] = at.error
    assert error.value.startswith("The vault's folder: ")
    press(at, "gate-memory")
    assert not sound(at).error
    assert not go(at, "vault").error


def test_a_vault_that_is_gone_before_it_is_chosen_is_told(folder, monkeypatch):
    create_with_work("Mine", PASSPHRASE, ODD_VAULTS_OWN, folder=folder, cost=Cost(1, 8, 1))
    at = start()
    [path] = folder.glob("*.vault")
    path.write_bytes(path.read_bytes()[:-1])
    at.text_input(key="gate-passphrase").set_value(PASSPHRASE)
    press(at, "gate-unlock")
    assert any("damaged" in error.value for error in at.error)
