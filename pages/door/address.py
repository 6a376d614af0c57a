"""Where the server may be found: on this machine alone, or at the address a teacher named."""

from __future__ import annotations

from dataclasses import dataclass

LOOPBACK = ("127.0.0.1", "localhost")
EVERYWHERE = ("", "0.0.0.0", "::", "*")
USUAL_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Address:
    """The names the server answers to.

    Arguments:
        names: as they stand in a browser's address bar; links are made with the first.
        scheme: ``http``, or ``https`` where a certificate was given.
        only_here: whether connections from other machines are refused.
    """

    names: tuple[str, ...] = LOOPBACK
    scheme: str = "http"
    only_here: bool = True

    def hosts(self, port: int) -> tuple[str, ...]:
        """The Host headers a browser sends; it leaves out the port that is usual for the scheme."""
        if port == USUAL_PORTS[self.scheme]:
            return self.names
        return tuple(f"{name}:{port}" for name in self.names)

    def url(self, port: int) -> str:
        """The address to print, without a path."""
        return f"{self.scheme}://{self.hosts(port)[0]}"


def served_at(named: str | None, *, classroom: bool, encrypted: bool = False) -> Address:
    """The address of a server that was told to listen at ``named``.

    Arguments:
        named: Streamlit's ``server.address``.
        classroom: whether it was started for a class.
        encrypted: whether it has a certificate.

    Raises:
        ValueError: others could reach a server that is for one person, or a class's address was not named.

    >>> served_at("127.0.0.1", classroom=False).url(8501)
    'http://127.0.0.1:8501'
    >>> served_at("192.168.1.5", classroom=True).hosts(8501)
    ('192.168.1.5:8501',)
    """
    scheme = "https" if encrypted else "http"
    name = (named or "").strip().lower()
    if not classroom:
        if name not in LOOPBACK:
            raise ValueError(_FOR_ONE)
        return Address(LOOPBACK, scheme)
    if name in EVERYWHERE or name.startswith("unix:"):
        raise ValueError(_FOR_MANY)
    return Address((f"[{name}]" if ":" in name else name,), scheme, only_here=name in LOOPBACK)


_FOR_ONE = (
    "This program is for one person and listens at 127.0.0.1 only. "
    "Leave out --server.address, or start a class: "
    "streamlit run app.py --server.address ADDRESS -- --classroom"
)
_FOR_MANY = (
    "A class needs the one address at which it finds this machine, such as 192.168.1.5: "
    "streamlit run app.py --server.address ADDRESS -- --classroom"
)
