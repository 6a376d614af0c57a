"""Whatever lies in the vaults' folder, the program opens: good vaults and work in memory stay reachable."""

import pytest

from leakage.workspace.presets import starting_workspace
from leakage.workspace.vault.file_header import Cost
from leakage.workspace.vault.saved_work import create_with_work
from tests.pages.helpers import current, go, press, run, sound, start
from tests.workspace.vault.test_odd_files import KINDS, ODD

PASSPHRASE = "seven grey herons"
OWN = starting_workspace()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path / "data"))
    (tmp_path / "data" / "vaults").mkdir(parents=True)
    return tmp_path / "data" / "vaults"


@pytest.mark.parametrize("odd", KINDS, ids=lambda kind: kind.__name__)
def test_the_good_vault_is_offered_first_and_opens(folder, monkeypatch, odd):
    create_with_work("Mine", PASSPHRASE, OWN, folder=folder, cost=Cost(1, 8, 1))
    odd(folder / f"{ODD}.vault", monkeypatch)
    at = start()
    choice = at.selectbox[0]
    assert [option.split(":")[0] for option in choice.options] == ["Mine", "Without a name"]
    run(choice.set_value(1).run())
    assert "damaged" in at.error[0].value
    run(at.selectbox[0].set_value(0).run())
    at.text_input(key="gate-passphrase").set_value(PASSPHRASE)
    press(at, "gate-unlock")
    assert current(at) == OWN
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
    create_with_work("Mine", PASSPHRASE, OWN, folder=folder, cost=Cost(1, 8, 1))
    at = start()
    [path] = folder.glob("*.vault")
    path.write_bytes(path.read_bytes()[:-1])
    at.text_input(key="gate-passphrase").set_value(PASSPHRASE)
    press(at, "gate-unlock")
    assert any("damaged" in error.value for error in at.error)
