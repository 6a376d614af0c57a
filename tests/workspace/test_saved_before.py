"""Copies and vaults that were saved before open as what they were."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from leakage.workspace.files.workspace_json import workspace_from_json
from leakage.workspace.vault.directory import vaults
from leakage.workspace.vault.saved_work import read_work
from tests.workspace.every_part import PASSPHRASE, every_part, every_part_and_requests

SAVED = Path(__file__).parent / "saved"


def before_plans(workspace):
    """Without what no version of then could hold."""
    return replace(workspace, action_minutes=(), action_prices=(), adversary_weights=())


@pytest.mark.parametrize("version", [1, 2])
def test_a_copy_saved_in_a_version_of_the_format_opens(version):
    assert workspace_from_json((SAVED / f"version-{version}.json").read_text(encoding="utf-8")) == before_plans(
        every_part()
    )


def test_a_copy_with_requests_opens():
    text = (SAVED / "version-2-with-requests.json").read_text(encoding="utf-8")
    assert workspace_from_json(text) == before_plans(every_part_and_requests())


def test_a_vault_of_the_first_build_opens(tmp_path):
    shutil.copy(next(SAVED.glob("*.vault")), tmp_path)
    [vault] = vaults(tmp_path)
    assert read_work(vault.unlock(PASSPHRASE)).workspace == before_plans(every_part())
