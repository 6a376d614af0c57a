"""Web addresses: the site that an address belongs to, its host, and the app that it stands for."""

from __future__ import annotations

import functools
import re
import urllib.parse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

LONGEST_ADDRESS, LONGEST_HOST = 4_000, 253
"""Characters; of a name in the domain name system by RFC 1035, Section 2.3.4."""

_LOCAL = frozenset(
    ["arpa", "corp", "home", "internal", "intranet", "lan", "local", "localdomain", "localhost", "private"]
)
"""Last parts of names that a home or an office gives its own machines (RFC 6762, Appendix G)."""

_WEB = ("", "http", "https", "ftp", "ws", "wss")
_APPS = ("android", "androidapp", "iosapp", "ios")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_HOST = re.compile(r"[^\s/@:?#\[\]%<>\"'\\]+")
_APP = re.compile(r"[A-Za-z][\w-]*(\.[\w-]+)+", re.ASCII)


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
    if not host or host.replace(".", "").isdigit() or host.rpartition(".")[2] in _LOCAL:
        return ""
    bare = host.removeprefix("www.")
    return bare if "." in bare and _list().is_public(bare) else _list().privatesuffix(host) or ""


def host_of(address: object) -> str:
    """The host of a web address in small letters, names in other scripts as the network writes them."""
    text, scheme = _parted(address)
    if not text or scheme not in _WEB:
        return ""
    try:
        whole = urllib.parse.urlsplit(text if scheme or text.startswith("//") else f"//{text}").hostname or ""
        host = whole.rstrip(".").encode("idna").decode("ascii").lower()
    except ValueError:
        return ""
    return host if _HOST.fullmatch(host) and len(host) <= LONGEST_HOST and "." in host else ""


def app_of(address: object) -> str:
    """The name of the app that an address such as ``android://...@com.example.app/`` stands for; else empty.

    >>> app_of("android://hash@com.example.app/"), app_of("androidapp://com.example"), app_of("https://example.org")
    ('com.example.app', 'com.example', '')
    """
    text, scheme = _parted(address)
    name = text.partition("://")[2].rpartition("@")[2].partition("/")[0]
    return name if scheme in _APPS and _APP.fullmatch(name) and len(name) <= LONGEST_HOST else ""


def _parted(address: object) -> tuple[str, str]:
    text = address.strip() if isinstance(address, str) and len(address) <= LONGEST_ADDRESS else ""
    scheme = _SCHEME.match(text)
    return text, scheme[1].lower() if scheme else ""


@functools.cache
def _list() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList  # noqa: PLC0415 - reads the list, which the start does not need

    return PublicSuffixList(accept_unknown=True)
