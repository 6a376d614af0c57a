"""Copies and vaults that were saved before open as what they were."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from leakage.workspace.files.workspace_json import workspace_from_json
from leakage.workspace.vault.saved_work import read_work
from leakage.workspace.vault.vault import vaults
from tests.workspace.every_part import PASSPHRASE, every_part, every_part_and_requests

SAVED = Path(__file__).parent / "saved"


def as_then(workspace):
    """Without what no version of then could hold."""
    policies = tuple(policy for policy in workspace.policies if policy.name != "Doubtful")
    return replace(workspace, policies=policies, action_minutes=(), action_prices=(), adversary_weights=(), sources=())


@pytest.mark.parametrize("version", [1, 2])
def test_a_copy_saved_in_a_version_of_the_format_opens(version):
    assert workspace_from_json((SAVED / f"version-{version}.json").read_text(encoding="utf-8")) == as_then(every_part())


def test_a_copy_with_requests_opens():
    text = (SAVED / "version-2-with-requests.json").read_text(encoding="utf-8")
    assert workspace_from_json(text) == as_then(every_part_and_requests())


def test_a_vault_of_the_first_build_opens(tmp_path):
    shutil.copy(next(SAVED.glob("*.vault")), tmp_path)
    [vault] = vaults(tmp_path)
    assert read_work(vault.unlock(PASSPHRASE)).workspace == as_then(every_part())
