"""Web addresses: the site that an address belongs to, its host, and the app that it stands for."""

from __future__ import annotations

import functools
import ipaddress
import re
import urllib.parse
from typing import TYPE_CHECKING

from leakage.workspace.files.text import lists

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

LONGEST_ADDRESS = 4_000
LONGEST_HOST = 253
"""Characters of a name in the domain name system (RFC 1035, Section 2.3.4)."""

_WEB = ("", "http", "https", "ftp", "ws", "wss")
_APPS = ("android", "androidapp", "iosapp", "ios")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_HOST = re.compile(r"[^\s/@:?#\[\]%<>\"'\\]+")
_APP = re.compile(r"[A-Za-z][\w-]*(\.[\w-]+)+", re.ASCII)


@functools.lru_cache(20_000)
def site_of(address: object) -> str:
    """The registrable domain of a web address: one label more than the longest public suffix; empty where none is.

    A host that is itself a public suffix, such as one of whoever gives names below it to others, is its own site.
    Source: https://publicsuffix.org/list/.

    >>> site_of("https://me:word@www.shop.co.uk:8080/a?b"), site_of("www.altervista.org"), site_of("aa.altervista.org")
    ('shop.co.uk', 'altervista.org', 'aa.altervista.org')
    >>> site_of("http://192.168.0.1/"), site_of("nas.local"), site_of("android://x@com.example.app/")
    ('', '', '')
    """
    host = host_of(address)
    if not host or _is_local_name(host) or host.replace(".", "").isdigit() or _as_number(host):
        return ""
    bare = host.removeprefix("www.")
    return bare if "." in bare and _list().is_public(bare) else _list().privatesuffix(host) or ""


def host_of(address: object) -> str:
    """The host of a web address in small letters, names in other scripts as the network writes them."""
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
    text = address.strip() if isinstance(address, str) and len(address) <= LONGEST_ADDRESS else ""
    scheme = _SCHEME.match(text)
    if not scheme or scheme[1].lower() not in _APPS:
        return ""
    name = text[scheme.end() :].rpartition("@")[2].partition("/")[0]
    return name if _APP.fullmatch(name) and len(name) <= LONGEST_HOST else ""


def is_local(text: object) -> bool:
    """Whether a text is the name or number of a router or a machine of your own network.

    >>> is_local("fritz.box"), is_local("http://nas/login"), is_local("10.0.0.1"), is_local("localhost:8501")
    (True, True, True, True)
    >>> is_local("Shop"), is_local("shop.example"), is_local("8.8.8.8"), is_local("10.5")
    (False, False, False, False)
    """
    number = _as_number(text.strip() if isinstance(text, str) and len(text) < LONGEST_HOST else "")
    host = _host_part(text).rstrip(".")
    if number := number or _as_number(host):
        number = getattr(number, "ipv4_mapped", None) or number
        return not number.is_global or number.is_multicast
    if not _HOST.fullmatch(host) or host.replace(".", "").isdigit():
        return False
    if _SCHEME.match(str(text).strip()):
        return "." not in host or _is_local_name(host)
    # Without "http://" a single word such as "Home" is as likely a title.
    return host == "localhost" or ("." in host and _is_local_name(host))


def _host_part(address: object) -> str:
    text = address.strip() if isinstance(address, str) and len(address) <= LONGEST_ADDRESS else ""
    scheme = _SCHEME.match(text)
    if not text or (scheme[1].lower() if scheme else "") not in _WEB:
        return ""
    try:
        return urllib.parse.urlsplit(text if scheme or text.startswith("//") else f"//{text}").hostname or ""
    except ValueError:
        return ""


def _as_number(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


def _is_local_name(host: str) -> bool:
    known, names = lists("shapes.toml")["local"], f".{host}"
    return host.rpartition(".")[2] in known["endings"] or any(names.endswith(f".{one}") for one in known["routers"])


@functools.cache
def _list() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList  # noqa: PLC0415 - reads the list, which the start does not need

    return PublicSuffixList(accept_unknown=True)
