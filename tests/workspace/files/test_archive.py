"""Archives are opened by members that can be read, and never beyond their limits."""

import io
import zipfile

import pytest

from leakage.workspace.files import importing as archives
from leakage.workspace.files.importing import opened_archive
from tests.workspace.files.exports import zipped
from tests.workspace.files.files import CANARY


def refused(content):
    with pytest.raises(ValueError) as raised:
        opened_archive(content)
    error = raised.value
    assert CANARY not in str(error) and error.__cause__ is None
    assert error.__suppress_context__ or error.__context__ is None
    return str(error)


def test_only_members_that_can_be_read_are_opened():
    found = opened_archive(zipped({"a.JSON": b"1", "b/c.csv": b"2", "d.vcf": b"3", "e.exe": b"4", "f.zip": b"5"}))
    assert [member.content for member in found.members] == [b"1", b"2", b"3"] and found.passed_over == 2
    assert CANARY not in repr(opened_archive(zipped({f"{CANARY}.json": CANARY.encode()})))


def test_paths_that_lead_out_are_names_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = opened_archive(zipped({"../../out.json": b"[]", "/etc/out.json": b"{}"}))
    assert len(found.members) == 2 and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("limit", "value", "members", "sentence"),
    [
        ("MAX_MEMBERS", 2, {f"{n}.json": b"[]" for n in range(3)}, "the archive holds more than 2 files"),
        ("MAX_LISTED", 50, {f"{n}.json": b"[]" for n in range(3)}, "the archive has more members than can be listed"),
        ("MAX_TOTAL", 1_000, {f"{n}.json": b"x" * 600 for n in range(2)}, "the archive would unpack to far more"),
        ("MAX_BYTES", 1_000, {"a.json": b"x" * 1_001}, "the archive would unpack to far more"),
        ("MAX_BYTES", 100, {"a.json": b"x" * 99, "b.txt": b"y" * 50}, "the file is larger than"),
    ],
)
def test_limits(monkeypatch, limit, value, members, sentence):
    content = zipped(members)
    assert opened_archive(content).members
    monkeypatch.setattr(archives, limit, value)
    assert refused(content).startswith(sentence)


@pytest.mark.parametrize(
    ("limit", "value", "members"),
    [
        ("MAX_MEMBERS", 3, {f"{n}.json": b"[]" for n in range(3)}),
        ("MAX_MEMBERS", 3, {f"{n}.json": b"[]" for n in range(3)} | {f"{n}.jpg": b"" for n in range(3)}),
        ("MAX_LISTED", 3 * (46 + len("0.json")), {f"{n}.json": bytes(range(200)) for n in range(3)}),
        ("MAX_TOTAL", 1_200, {f"{n}.json": b"x" * 600 for n in range(2)}),
        ("MAX_BYTES", 1_000, {"a.json": b"x" * 1_000}),
        ("MAX_RATIO", 10, {"a.json": b"0" * archives.SMALL}),
    ],
)
def test_what_just_keeps_to_a_limit_is_opened_and_one_more_is_not(monkeypatch, limit, value, members):
    content = zipped(members)
    monkeypatch.setattr(archives, limit, value)
    wanted = [name for name in members if name.endswith(".json")]
    assert [member.name for member in opened_archive(content).members] == wanted
    more = {**members, "9.json": b"x"} if limit != "MAX_RATIO" else {"a.json": b"0" * (archives.SMALL + 1)}
    if limit == "MAX_BYTES":
        more = {"a.json": b"x" * 1_001}
    refused(zipped(more))


def test_as_large_as_may_be_and_as_dense_is_opened(monkeypatch):
    loose = zipped({"a.json": b"x" * 10, "b.json": b"y" * 10}, zipfile.ZIP_STORED)
    monkeypatch.setattr(archives, "MAX_BYTES", len(loose))
    monkeypatch.setattr(archives, "SMALL", 9)
    monkeypatch.setattr(archives, "MAX_RATIO", 1)
    assert len(opened_archive(loose).members) == 2
    monkeypatch.setattr(archives, "MAX_BYTES", len(loose) - 1)
    assert refused(loose).startswith("the file is larger than")


@pytest.mark.parametrize(
    ("limit", "value", "members", "more"),
    [
        ("MAX_TOTAL", 1_200, {"a.json": b"x" * 600, "b.json": b"y" * 600}, {"b.json": b"y" * 601}),
        ("MAX_BYTES", 1_000, {"a.json": b"x" * 1_000}, {"a.json": b"x" * 1_001}),
        ("MAX_RATIO", 1, {"a.json": b"0" * archives.SMALL}, {"a.json": b"0" * (archives.SMALL + 1)}),
    ],
)
def test_what_members_say_of_their_size_is_not_believed(monkeypatch, limit, value, members, more):
    monkeypatch.setattr(archives, "_check_members", lambda members: None)
    monkeypatch.setattr(archives, limit, value)
    assert [len(member.content) for member in opened_archive(zipped(members)).members] == [*map(len, members.values())]
    assert refused(zipped({**members, **more})) == "the archive would unpack to far more than it may"


def test_what_says_itself_that_it_is_too_large_is_not_unpacked(monkeypatch):
    monkeypatch.setattr(archives, "MAX_TOTAL", 1_000)
    monkeypatch.setattr(archives, "_unpacked", lambda archive, members: pytest.fail("something was unpacked"))
    too_much = zipped({"a.json": b"x" * 600, "b.json": b"y" * 600})
    assert refused(too_much) == "the archive would unpack to far more than it may"


def test_folders_are_no_files_that_were_passed_over():
    assert opened_archive(zipped({"a/": b"", "a/b.json": b"[]", "a/c.png": b""})).passed_over == 1


def test_a_file_without_a_list_is_damaged_whatever_else_it_holds():
    assert refused(b"PK\x03\x04" + b"\xff" * 100) == "the archive is damaged, or is not whole"


def test_a_bomb_ends_in_a_sentence():
    bomb = zipped({"a.json": b"0" * 40_000_000})
    assert len(bomb) < 100_000
    assert refused(bomb) == "the archive would unpack to far more than it may"
    many = zipped({f"{n}.json": bytes(n % 7 + 48 for n in range(1_000)) * 900 for n in range(190)})
    assert refused(many) == "the archive would unpack to far more than it may"


def test_a_bomb_that_lies_about_its_size_ends_in_a_sentence():
    content = bytearray(zipped({"a.json": b"0" * 40_000_000}))
    listed = content.rfind(b"PK\x01\x02")
    # What the list and the member's own head say of its size: 100 bytes.
    content[listed + 24 : listed + 28] = (100).to_bytes(4, "little")
    content[22:26] = (100).to_bytes(4, "little")
    assert refused(bytes(content)) == "the archive is damaged, or is not whole"


def test_members_that_overlap_unpack_within_the_limit():
    content = bytearray(zipped({"a.json": b"0" * 100_000, "b.json": b"1" * 100_000}))
    first = content.rfind(b"PK\x01\x02", 0, content.rfind(b"PK\x01\x02"))
    second = content.rfind(b"PK\x01\x02")
    content[second + 42 : second + 46] = content[first + 42 : first + 46]
    assert refused(bytes(content)) == "the archive is damaged, or is not whole"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_to_pack_are_refused(method):
    assert "packed in a way that is not known here" in refused(zipped({"a.json": b"[]"}, method))
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("a.json", "[]", zipfile.ZIP_DEFLATED)
        archive.writestr("b.json", "[]", method)
    assert "packed in a way that is not known here" in refused(held.getvalue())


def test_locked_and_empty_archives_are_refused():
    content = bytearray(zipped({"a.json": b"[]"}))
    content[6] |= 1
    content[content.rfind(b"PK\x01\x02") + 8] |= 1
    assert refused(bytes(content)) == "the archive is locked with a password; unpack it first"
    assert "holds no file that can be read here" in refused(zipped({"a.png": b"x"}))
    held = io.BytesIO()
    zipfile.ZipFile(held, "w").close()
    assert "holds no file that can be read here" in refused(held.getvalue())


def test_an_archive_cut_short_or_changed_anywhere_ends_in_a_sentence_or_is_read():
    content = zipped({"a.json": b'[{"a": 1}]' * 30, "b.csv": b"a,b\n1,2\n"})
    for end in range(0, len(content) - 1, 7):
        refused(content[:end])
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 0xFF
        try:
            assert len(opened_archive(bytes(changed)).members) <= 2
        except ValueError as error:
            assert len(str(error)) < 150 and error.__cause__ is None


def test_archives_for_more_than_four_gigabytes_are_refused():
    content = bytearray(zipped({"a.json": b"[]"}))
    end = content.rfind(b"PK\x05\x06")
    locator = b"PK\x06\x07" + bytes(16)
    assert "of a kind for more than 4 GB" in refused(bytes(content[:end] + locator + content[end:]))
    assert "of a kind for more than 4 GB" in refused(bytes(locator + content[end:]))
