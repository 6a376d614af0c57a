import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.workspace.files import texts
from leakage.workspace.files.texts import SIGNATURES, text_of
from leakage.workspace.vault.file_header import MAGIC
from tests.strategies import quick

GERMAN = "Name;Straße\nJörg;Größe 1\n"
# What a text of people may hold: no zero, no mark of its own at the start.
written = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1).filter(
    lambda text: not text.isspace() and not text.startswith("\ufeff")
)


@pytest.mark.parametrize(
    ("codec", "encoding", "guessed"),
    [
        ("utf-8", "UTF-8", False),
        ("utf-8-sig", "UTF-8", False),
        ("utf-16", "UTF-16", False),
        ("utf-16-le", "UTF-16", True),
        ("utf-16-be", "UTF-16", True),
        ("latin-1", "Windows-1252", True),
        ("cp1252", "Windows-1252", True),
    ],
)
def test_encodings_are_told_apart(codec, encoding, guessed):
    decoded = text_of(GERMAN.encode(codec))
    assert (decoded.text, decoded.encoding, decoded.guessed) == (GERMAN, encoding, guessed)


def test_both_byte_orders_have_their_mark():
    assert text_of(b"\xfe\xff" + GERMAN.encode("utf-16-be")).text == GERMAN
    assert text_of(b"\xff\xfe" + GERMAN.encode("utf-16-le")).text == GERMAN


@quick
@given(written, st.sampled_from(["utf-8-sig", "utf-16"]))
def test_a_marked_text_is_read_as_it_was_written(text, codec):
    decoded = text_of(text.encode(codec))
    assert decoded.text == text and not decoded.guessed


@quick
@given(written)
def test_an_unmarked_text_in_utf_8_is_never_taken_for_another(text):
    content = text.encode()
    if not any(content.startswith(start) for start, _ in SIGNATURES):
        assert text_of(content).text == text


def test_the_sign_of_the_euro_is_that_of_windows():
    assert text_of("5 €".encode("cp1252")).text == "5 €"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b"\xef\xbb\xbf", "the file is empty"),
        (b" \n\t", "the file is empty"),
        (b"abcd\0e", "the file holds bytes that no text has"),
        (b"\0" * 100, "the file is no text in an encoding that is known here; save it as UTF-8"),
        (b"caf\xe9 \x01", "the file is no text in an encoding that is known here; save it as UTF-8"),
        (b"caf\xe9 \x81", "the file is no text in an encoding that is known here; save it as UTF-8"),
        (b"\xef\xbb\xbf\xff", "the file begins as Unicode text, but does not go on as such"),
        (b"\xff\xfea", "the file begins as Unicode text, but does not go on as such"),
        (b"\xff\xfe\0\0a\0\0\0", "the file holds bytes that no text has"),
        (MAGIC + b"x", "this is an encrypted vault; it is opened with its passphrase, not imported"),
        (b"%PDF-1.7", "this is a PDF document, and documents are not read"),
    ],
)
def test_what_is_no_text_gets_a_sentence(content, sentence):
    with pytest.raises(ValueError) as raised:
        text_of(content)
    assert str(raised.value) == sentence


def test_a_file_that_is_too_large_is_not_even_looked_at(monkeypatch):
    monkeypatch.setattr(texts, "MAX_BYTES", 3_000_000)
    with pytest.raises(ValueError, match=r"^the file is larger than 3 MB, the most that can be read$"):
        text_of(b"a" * 3_000_001)
    assert text_of(b"a" * 3_000_000).encoding == "UTF-8"


def test_a_text_does_not_show_in_a_log():
    assert "Jörg" not in repr(text_of(GERMAN.encode()))
