"""The safe place: a vault is made, changed and deleted, and what was refused changes nothing."""

import pytest

from leakage.scenarios.realistic import realistic_person
from leakage.workspace import vault as vaults
from leakage.workspace.vault_file import VaultError
from tests.pages.helpers import current, run, start

REAL = realistic_person().workspace
WORDS, OTHER = "four quiet otters swim", "nine loud herons fly"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path))
    return tmp_path


def submit(at, label):
    return run(next(button for button in at.main.button if button.label == label).click())


def made(again=WORDS):
    at = start(REAL, "vault")
    run(at.text_input(key="vault-first").set_value(WORDS))
    at.text_input(key="vault-again").set_value(again)
    return submit(at, "Create the vault")


def test_a_vault_holds_the_work_and_its_passphrase_can_be_changed():
    at = made()
    [listed] = vaults.vaults()
    run(at.text_input(key="vault-new").set_value(OTHER))
    at.text_input(key="vault-new-again").set_value(OTHER)
    at.text_input(key="vault-present").set_value(WORDS)
    submit(at, "Change the passphrase")
    assert len(at.main.success) == 1 and current(at) == REAL
    run(at.checkbox(key="vault-sure").check())
    run(at.button(key="vault-delete").click())
    assert vaults.vaults() == type(vaults.vaults())() and current(at) == REAL and listed


def test_two_passphrases_make_no_vault():
    at = made(again=OTHER)
    assert len(at.main.error) == 1 and not vaults.vaults() and issubclass(VaultError, ValueError)
