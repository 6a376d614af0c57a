"""Texts, sites and days."""

import ipaddress
import socket
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from leakage.workspace.vault.file_header import MAGIC

from leakage.workspace.files import texts
from leakage.workspace.files.sites import _list, app_of, host_of, is_local, is_recipient, site_of
from leakage.workspace.files.texts import SIGNATURES, cleaned, day_of, last_digits, text_of
from tests.strategies import quick, thorough

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
        (b"%PDF-1.7", "this is a PDF document; what is read: the same as JSON or CSV, where it can be had"),
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


# Sites by their registrable domain, from disk and never from the network; days however they are written.


OFFLINE = """
import socket, sys
def refuse(*arguments, **named):
    raise AssertionError("the network was asked for")
socket.socket.connect = socket.getaddrinfo = socket.create_connection = refuse
from leakage.workspace.files.sites import site_of
assert site_of("https://www.shop.co.uk/login") == "shop.co.uk"
assert not {"requests", "urllib.request", "http.client"} & set(sys.modules)
"""


def test_no_list_is_fetched():
    run = subprocess.run([sys.executable, "-c", OFFLINE], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_the_list_is_read_without_the_network(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError

    for name in ("create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    _list.cache_clear()
    assert site_of("a.b.example.org") == "example.org"


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("https://www.shop.co.uk/a", "shop.co.uk"),
        ("shop.co.uk", "shop.co.uk"),
        ("http://user:planted@login.shop.de:8443/?q#x", "shop.de"),
        ("//cdn.example.org", "example.org"),
        ("https://robin.github.io/", "robin.github.io"),
        ("https://EXAMPLE.ORG.", "example.org"),
        ("https://b\u00fccher.example/", "xn--bcher-kva.example"),
        ("co.uk", ""),
        ("com", ""),
        ("localhost:8080", ""),
        ("http://nas.local/", ""),
        ("http://192.168.0.1:8080/", ""),
        ("http://[::1]/", ""),
        ("http://2130706433.1/", ""),
        ("file:///home/x.example/y", ""),
        ("javascript:alert(1)//x.example", ""),
        ("data:text/html,x.example", ""),
        ("https://", ""),
        ("http://[", ""),
        ("https://a..example/", ""),
        ("https://exa mple.org", ""),
        ("x" * 5_000 + ".example", ""),
        ("", ""),
        (None, ""),
        (7, ""),
    ],
)
def test_sites(address, site):
    assert site_of(address) == site


@pytest.mark.parametrize(
    ("address", "recipient"),
    [
        ("starbucks.com", True),
        ("https://www.starbucks.com:443/x?y", True),
        ("shop.example", True),
        ("8.8.8.8", True),
        ("http://[2001:4860:4860::8888]:80/", True),
        ("plex.direct", True),
        ("asus.com", True),
        ("router", False),
        ("http://nas/", False),
        ("localhost", False),
        ("http://localhost:8501/", False),
        ("127.0.0.1", False),
        ("127.1", False),
        ("0x7f.1", False),
        ("http://2130706433/", False),
        ("300.1.1.1", False),
        ("10.0.0.1:8080", False),
        ("user@192.168.178.1", False),
        ("172.31.0.1", False),
        ("169.254.1.1", False),
        ("100.64.0.1", False),
        ("224.0.0.251", False),
        ("0.0.0.0", False),
        ("::1", False),
        ("[::1]:80", False),
        ("http://[fe80::1%25eth0]/", False),
        ("fd00::1", False),
        ("::ffff:192.168.0.1", False),
        ("nas.local", False),
        ("NAS.LOCAL.", False),
        ("a.b.lan", False),
        ("printer.home.arpa", False),
        ("build.internal", False),
        ("fritz.box", False),
        ("https://my.fritz.box/x", False),
        ("router.asus.com", False),
        ("android://x@com.example.app/", False),
        ("https://", False),
        ("http://[", False),
        ("x" * 5_000 + ".example", False),
        ("", False),
        (None, False),
    ],
)
def test_routers_and_machines_at_home_are_no_recipients(address, recipient):
    assert is_recipient(address) is recipient
    assert not recipient or not is_local(address)
    assert recipient or not site_of(address)


@pytest.mark.parametrize("title", ["Home", "Private", "Shop", "Router", "10.5", "2130706433", "Amazon: me"])
def test_a_title_is_no_machine_at_home(title):
    assert not is_local(title)


def slowly_routed(number):
    """Whether a number is routed, by the blocks of the registries of special addresses (RFC 6890 and after)."""
    blocks = [
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "192.0.2.0/24",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    ]
    return all(number not in ipaddress.ip_network(block) for block in blocks)


@thorough
@given(
    st.one_of(
        st.ip_addresses(v=4),
        *(st.ip_addresses(v=4, network=block) for block in ("10.0.0.0/7", "172.0.0.0/10", "192.168.0.0/15")),
    )
)
def test_every_number_is_a_recipient_if_it_is_routed(number):
    # 192.0.0.0/24 and 192.88.99.0/24 have exceptions within.
    if number in ipaddress.ip_network("192.0.0.0/24") or number in ipaddress.ip_network("192.88.99.0/24"):
        return
    routed = slowly_routed(number)
    for text in (str(number), f"http://{number}/x", f"::ffff:{number}", str(int(number)), hex(int(number))):
        assert is_recipient(text) is routed
    assert is_local(str(number)) is not routed


@thorough
@given(st.one_of(st.text(), st.text(alphabet="ab.:/@[]%#?-\u0000\u202e\ud800", max_size=60)))
def test_any_text_has_a_site_or_none(text):
    for address in (text, f"https://{text}", f"https://{text}.example.org/", f"android://{text}"):
        site, host = site_of(address), host_of(address)
        assert site == "" or (host.endswith(site) and site_of(site) == site and site.isascii() and " " not in site)
        assert app_of(address).isascii()
        assert is_recipient(address) or not site
        assert not (is_local(address) and is_recipient(address))


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2026-01-31", "2026-01-31"),
        ("2026-01-31T23:59:59.000Z", "2026-01-31"),
        ("2026-01-31 10:00", "2026-01-31"),
        (1_769_817_600, "2026-01-31"),
        (1_769_817_600_000, "2026-01-31"),
        ("1769817600000", "2026-01-31"),
        ("31 Jan 2026", "2026-01-31"),
        ("2026-02-30", ""),
        ("2026-01-311", ""),
        ("", ""),
        ("0", ""),
        (0, ""),
        (-5, ""),
        (True, ""),
        (float("nan"), ""),
        (float("inf"), ""),
        (10**300, ""),
        ("9" * 4_000, ""),
        ("\u0661" * 10, ""),
        ([], ""),
    ],
)
def test_days(value, day):
    assert day_of(value) == day


@thorough
@given(st.one_of(st.text(), st.integers(), st.floats(), st.none(), st.binary()))
def test_anything_is_a_day_or_none(value):
    day = day_of(value)
    assert day == "" or len(day) == 10


@thorough
@given(st.text(alphabet=st.characters(), max_size=300))
def test_what_is_cleaned_can_be_shown(text):
    shown = cleaned(text)
    assert len(shown) <= 200 and shown.encode() is not None and cleaned(shown) == shown
    assert not set(shown) & set("\u202e\u2066\u200f\0\n\ud800\ufeff")


def test_numbers_keep_their_last_four_characters():
    assert last_digits("4111 1111 1111 1234") == last_digits("4111111111111234") == "ends in 1234"
    assert last_digits("1234") == last_digits("") == last_digits(None) == last_digits("12") == ""
