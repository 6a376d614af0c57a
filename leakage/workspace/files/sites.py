"""Sites and passwords: which domain an account belongs to, and which accounts share a password.

Site: whom an address on the web belongs to, by its registrable domain.

The public suffix list comes with the library ``publicsuffixlist``; it is read from disk and never fetched.
"""

from __future__ import annotations

import functools
import hashlib
import ipaddress
import re
import secrets
import socket
import urllib.parse
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


LONGEST_ADDRESS = 4_000
LONGEST_HOST = 253
"""Characters of a name in the domain name system (RFC 1035, Section 2.3.4)."""

LOCAL = frozenset(
    ("arpa", "corp", "home", "internal", "intranet", "lan", "local", "localdomain", "localhost", "private")
)
"""Last parts of names that a home or an office gives its own machines (RFC 6762, Appendix G)."""

ROUTERS = frozenset(
    (
        "alice.box",
        "amplifi.lan",
        "arcor.easybox",
        "asusrouter.com",
        "congstar.box",
        "easy.box",
        "fritz.box",
        "hi.link",
        "homerouter.cpe",
        "kabel.box",
        "miwifi.com",
        "mobile.hotspot",
        "mwlogin.net",
        "mywifiext.com",
        "mywifiext.net",
        "o2.box",
        "orbilogin.com",
        "orbilogin.net",
        "repeater.asus.com",
        "router.asus.com",
        "router.synology.com",
        "routerlogin.com",
        "routerlogin.net",
        "speedport.ip",
        "tplinkap.net",
        "tplinkeap.net",
        "tplinkextender.net",
        "tplinklogin.net",
        "tplinkmodem.net",
        "tplinkrepeater.net",
        "tplinkwifi.net",
    )
)
"""Names by which makers of routers let you reach the one at home; anybody else's router answers to the same."""
_ROUTERS = tuple(f".{name}" for name in ROUTERS)

_WEB = ("", "http", "https", "ftp", "ws", "wss")
_APPS = ("android", "androidapp", "iosapp", "ios")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_HOST = re.compile(r"[^\s/@:?#\[\]%<>\"'\\]+")
_DIGITS = re.compile(r"[0-9a-fA-FxX.:]+(?:%|$)")
_OLD_NUMBER = re.compile(r"(?:0[xX][0-9a-fA-F]+|[0-9]+)(?:\.(?:0[xX][0-9a-fA-F]+|[0-9]+)){0,3}")
_APP = re.compile(r"[A-Za-z][\w-]*(\.[\w-]+)+", re.ASCII)


def site_of(address: object) -> str:
    """The registrable domain of a web address: one label more than the longest public suffix; empty where none is.

    Machines at home, numbers and what is no web address have none. Source: https://publicsuffix.org/list/.

    Arguments:
        address: a web address or a bare name of a host; user name and password in it are passed over.

    >>> site_of("https://me:word@www.shop.co.uk:8080/a?b"), site_of("login.example.org"), site_of("robin.github.io")
    ('shop.co.uk', 'example.org', 'robin.github.io')
    >>> site_of("http://192.168.0.1/"), site_of("nas.local"), site_of("android://x@com.example.app/")
    ('', '', '')
    """
    host = host_of(address)
    if not host or _is_local_name(host) or _is_number(host):
        return ""
    return _list().privatesuffix(host) or ""


def is_recipient(address: object) -> bool:
    """Whether an address can lead to somebody else: False for routers and machines of your own network.

    These are names without a dot, names that are given at home or in an office, and numbers that are not routed on the
    internet (RFC 6890). Sources: RFC 6761 and 6762, and ``ROUTERS``.

    Arguments:
        address: a web address, a bare name of a host or its number; what is no text is no recipient.

    >>> is_recipient("https://www.starbucks.com/account"), is_recipient("8.8.8.8"), is_recipient("nas.local")
    (True, True, False)
    >>> is_recipient("http://fritz.box"), is_recipient("http://192.168.0.1:8080/"), is_recipient("http://[fe80::1]/")
    (False, False, False)
    """
    host = _any_host(address)
    return not _is_private_number(host) if _is_number(host) else "." in host and not _is_local_name(host)


def is_local(text: object) -> bool:
    """Whether a text is the name or number of a router or a machine of your own network.

    A single word without ``http://`` may be anything, and is none, but for "localhost".

    >>> is_local("fritz.box"), is_local("http://nas/login"), is_local("10.0.0.1"), is_local("localhost:8501")
    (True, True, True, True)
    >>> is_local("Shop"), is_local("shop.example"), is_local(""), is_local("android://x@com.example.app/")
    (False, False, False, False)
    """
    host = _any_host(text)
    if _SCHEME.match(str(text).strip()):
        return bool(host) and not is_recipient(text)
    # Without it "10.5" is as likely a version, and "Home" a title.
    if host == "localhost" or ":" in host or (host.count(".") == 3 and _is_number(host)):
        return not is_recipient(host)
    return "." in host and _is_local_name(host)


def _any_host(address: object) -> str:
    """The host of a web address in small letters, be it a name without a dot or a number; empty where there is none."""
    if isinstance(address, str) and _as_number(address.strip()) is not None:
        return address.strip().lower()
    host = _host_part(address).rstrip(".")
    return host if ":" in host or _HOST.fullmatch(host) else ""


def _host_part(address: object) -> str:
    """What stands in a web address where the host does; empty in what is no web address, or too long for one."""
    if not isinstance(address, str) or len(address) > LONGEST_ADDRESS:
        return ""
    text = address.strip()
    scheme = _SCHEME.match(text)
    if (scheme[1].lower() if scheme else "") not in _WEB:
        return ""
    try:
        return urllib.parse.urlsplit(text if scheme or text.startswith("//") else f"//{text}").hostname or ""
    except ValueError:
        return ""


def _is_private_number(host: str) -> bool:
    """Whether a host is a number that is not routed on the internet; an IPv4 address in an IPv6 one is that one."""
    number = _as_number(host)
    number = getattr(number, "ipv4_mapped", None) or number
    return _is_number(host) and (number is None or not number.is_global or number.is_multicast)


def _as_number(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    # The names of sites are many, and hardly any is looked at further.
    if not _DIGITS.match(host):
        return None
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        pass
    # Browsers take 127.1, 0x7f.1 and 2130706433 for addresses as well (inet_aton of POSIX).
    if not _OLD_NUMBER.fullmatch(host):
        return None
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def _is_local_name(host: str) -> bool:
    return host.rpartition(".")[2] in LOCAL or f".{host}".endswith(_ROUTERS)


def host_of(address: object) -> str:
    """The host of a web address in small letters, names in other scripts as the network writes them.

    >>> host_of("HTTPS://www.Example.org./x"), host_of("http://b\\xfccher.example"), host_of("javascript:alert(1)")
    ('www.example.org', 'xn--bcher-kva.example', '')
    """
    try:
        host = _host_part(address).rstrip(".").encode("idna").decode("ascii").lower()
    except ValueError:
        return ""
    return host if _HOST.fullmatch(host) and len(host) <= LONGEST_HOST and "." in host else ""


def app_of(address: object) -> str:
    """The name of the app that an address such as ``android://...@com.example.app/`` stands for; else empty.

    >>> app_of("android://hash@com.example.app/"), app_of("androidapp://com.example"), app_of("https://example.org")
    ('com.example.app', 'com.example', '')
    """
    if not isinstance(address, str) or len(address) > LONGEST_ADDRESS:
        return ""
    scheme = _SCHEME.match(address.strip())
    if not scheme or scheme[1].lower() not in _APPS:
        return ""
    name = address.strip()[scheme.end() :].rpartition("@")[2].partition("/")[0]
    return name if _APP.fullmatch(name) and len(name) <= LONGEST_HOST else ""


def _is_number(host: str) -> bool:
    return _as_number(host) is not None or host.replace(".", "").isdigit()


@functools.cache
def _list() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList  # noqa: PLC0415 - reads the list, which the start does not need

    # Without the names of the list's own test; a suffix that is not on it counts as one, by the list's last rule.
    return PublicSuffixList(accept_unknown=True)


# Password classes: which passwords are equal, and nothing else about them.


LABEL = "Password"
"""The label of a password class; its value is a name such as "password A"."""


class PasswordClasses:
    """Tells equal passwords from others during one import, under a key that is thrown away with it.

    A password becomes the number of its class at once: what is kept of it is a keyed hash (BLAKE2b, RFC 7693), whose
    key is random, in no value, and gone with this object. So nobody can try passwords on what an import leaves.

    >>> classes = PasswordClasses()
    >>> [classes.of(password) for password in ("moon", "sun", "moon", "")]
    [0, 1, 0, None]
    """

    __slots__ = ("__key", "__numbers")

    def __init__(self) -> None:
        self.__key = secrets.token_bytes(64)
        self.__numbers: dict[bytes, int] = {}

    def of(self, password: object) -> int | None:
        """The number of a password's class; None for what is no password."""
        if not isinstance(password, str) or not password:
            return None
        # Halves of characters are no text, and yet some file may have them.
        plain = password.encode("utf-8", "surrogatepass")
        tag = hashlib.blake2b(plain, key=self.__key, digest_size=32).digest()
        return self.__numbers.setdefault(tag, len(self.__numbers))

    def __repr__(self) -> str:
        return f"PasswordClasses({len(self.__numbers)} classes)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("password classes live within one import, and are not saved")


def class_name(number: int) -> str:
    """What a class is called: password A to Z, then AA, AB and so on.

    >>> class_name(0), class_name(25), class_name(26), class_name(702)
    ('password A', 'password Z', 'password AA', 'password AAA')
    """
    letters, number = "", number + 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"password {letters}"
