"""The list of formats names every reader and every made-up file, and what it is taken for; then all are fuzzed."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from leakage.workspace.files import importing
from leakage.workspace.files.importing import Kind, recognise
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.workspace import Workspace
from tests.amount import cases
from tests.workspace.files.files import HONEST
from tests.workspace.files.platform_exports import EXPORTS
from tests.workspace.files.test_hostile import JSON_FILES, TEXT_FILES, hostile_exports_tried, hostile_tried

FORMATS = (Path(importing.__file__).parent / "formats.md").read_text(encoding="utf-8")
MADE_UP = {
    **{name: json.dumps(whole).encode() for name, whole in JSON_FILES.items()},
    **TEXT_FILES,
    **{name: export.content for name, export in EXPORTS.items()},
    **{name: text.encode() for name, text in HONEST.items()},
    "saved copy": workspace_to_json(Workspace()).encode(),
}


def rows():
    """Kind and made-up files of every row of the tables."""
    for line in FORMATS.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 5 and cells[0] not in ("Format", "---"):
            yield re.findall(r"`([^`]+)`", cells[2])[0], re.findall(r"`([^`]+)`", cells[4])


def test_the_list_names_every_made_up_file_under_what_it_is_taken_for():
    listed = {name: kind for kind, names in rows() for name in names}
    assert set(listed) == set(MADE_UP)
    assert {name: recognise(MADE_UP[name]).kind for name in listed} == listed


def test_the_list_names_every_kind():
    assert {kind for kind, _ in rows()} == set(get_args(Kind))


# Whatever is done to a file of any format: it is read, or refused in a sentence, and nothing planted comes out.


def cut_short(content):
    yield from (content[:end] for end in range(1, len(content), max(1, len(content) // 6)))


def repeated(content):
    yield content * 2
    yield content + b"\n" + content[: len(content) // 2]


def nested(content):
    text = content.decode("utf-8", "replace")
    for depth in (1, 5_000):
        yield ('{"a": ' * depth + text + "}" * depth).encode()
        yield ("[" * depth + text + "]" * depth).encode()


def padded(content):
    for filling in (
        b"\x00",
        b" " * 100_000,
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        "\u202e".encode(),
        b"," * 5_000,
        b"\n" * 5_000,
    ):
        yield filling + content
        yield content + filling


@pytest.mark.parametrize(
    "change", cases([cut_short, nested, repeated, padded], usual=2), ids=lambda change: change.__name__
)
@pytest.mark.parametrize("name", MADE_UP)
def test_every_format_changed_in_every_way(name, change):
    # In a person's own table a mark of direction is theirs to keep.
    tried = hostile_tried if name in HONEST else hostile_exports_tried
    for content in change(MADE_UP[name]):
        tried(content)


@pytest.mark.parametrize("name", [name for name in MADE_UP if name in EXPORTS])
def test_files_of_platforms_of_a_thousand_entries(name):
    """Its outer lists, or the rows of a table, filled up: within the limits on pieces, rows and parties."""
    content = MADE_UP[name]
    file = recognise(content)
    if file.whole is None:
        head, _, body = content.partition(b"\n")
        hostile_exports_tried(head + b"\n" + body * 1_000)
        return
    hostile_exports_tried(json.dumps(enlarged(file.whole)).encode())


def enlarged(value):
    if isinstance(value, dict):
        return {key: enlarged(inner) for key, inner in value.items()}
    return value[:1] * 1_000 if isinstance(value, list) else value
