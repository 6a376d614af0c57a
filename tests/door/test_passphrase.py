"""At the closed door a vault's passphrase lets its owner in: one attempt at a time, with pauses, and no more told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from starlette.types import Receive

from leakage.workspace.vault import vault as directory
from leakage.workspace.vault.file_header import Cost
from leakage.workspace.vault.passphrases import ATTEMPTS, AttemptLimiter
from leakage.workspace.vault.vault import create, vaults
from pages.door import gate
from pages.door.gate import BUSY, LONGEST_BODY, UNREAD, PassphraseEntry
from pages.door.http import PASSPHRASE_PATH, Address
from pages.door.link import Keys
from tests.door.asgi import INSIDE, ORIGIN, PORT, Answer, Doorway

PASSPHRASE = "seven grey herons wade"
OTHER = "eight green & white + 100% ibises"
CHEAP = Cost(1, 8, 1)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(autouse=True)
def two_vaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> Iterator[None]:
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path))
    monkeypatch.setattr(directory, "ASIDE", AttemptLimiter(clock))
    create("Mine", PASSPHRASE, b"", cost=CHEAP)
    create("Another", OTHER, b"", cost=CHEAP)
    yield


@pytest.fixture
def door() -> Doorway:
    return Doorway()


def enter(door: Doorway, typed: str, *headers: tuple[str, str], path: str = PASSPHRASE_PATH) -> Answer:
    body = urlencode({"passphrase": typed}).encode()
    return door.ask(path, *(headers or (("origin", ORIGIN),)), method="POST", body=body)


@pytest.mark.parametrize("typed", [PASSPHRASE, OTHER])
def test_the_passphrase_of_any_vault_is_exchanged_for_the_cookie(door: Doorway, typed: str) -> None:
    token = door.keys.token
    answer = enter(door, typed)
    assert (answer.status, answer.header("location")) == (303, "/")
    name, _, value = answer.header("set-cookie").partition(";")[0].partition("=")
    assert (name, value) == (door.keys.cookie_name(PORT), door.keys.cookie)
    assert door.ask("/", ("cookie", f"{name}={value}")).body == INSIDE
    assert door.keys.token == token, "the link in the terminal stays good"


def test_whoever_is_in_already_is_led_on_whatever_was_typed(door: Doorway) -> None:
    answer = enter(door, "nine brown owls sit", door.cookie, ("origin", ORIGIN))
    assert (answer.status, answer.header("location"), answer.header("set-cookie")) == (303, "/", None)
    assert enter(door, PASSPHRASE).status == 303, "and nothing is counted"


def test_a_cookie_that_another_port_wrote_over_is_got_again(door: Doorway) -> None:
    over = ("cookie", f"{door.keys.cookie_name(PORT)}=tossed")
    assert door.ask("/", over).status == 403
    assert enter(door, PASSPHRASE, over, ("origin", ORIGIN)).status == 303
    assert door.ask(f"/?token={door.keys.token}", over, ("sec-fetch-site", "none")).status == 303


def test_a_wrong_one_is_told_and_then_waited_for(door: Doorway, clock: Clock) -> None:
    answer = enter(door, "nine brown owls sit")
    assert answer.status == 403
    assert b"This passphrase does not open the vault" in answer.body
    assert answer.header("set-cookie") is None
    assert b"the next can be tried in 1 s" in enter(door, PASSPHRASE).body
    clock.now += 1.0
    assert enter(door, PASSPHRASE).status == 303


@pytest.mark.parametrize(
    "typed", ["", "short", "x" * 2_000, "\ud800 with no meaning".encode("utf-8", "surrogatepass").decode("latin-1")]
)
def test_what_can_be_no_passphrase_is_a_wrong_one(door: Doorway, typed: str) -> None:
    assert enter(door, typed).status == 403
    assert b"can be tried in" in enter(door, PASSPHRASE).body


def test_what_is_tried_here_makes_nobody_wait_at_the_vault(door: Doorway) -> None:
    enter(door, "nine brown owls sit")
    for vault in vaults():
        assert not ATTEMPTS._failures.get(vault.store)
    opened = next(vault for vault in vaults() if vault.listing().name == "Mine").unlock(PASSPHRASE)
    opened.lock()


def test_nothing_is_unlocked_or_changed(door: Doorway, tmp_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "vaults").iterdir()}
    enter(door, PASSPHRASE)
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "vaults").iterdir()} == before


@pytest.mark.parametrize(
    "headers",
    [
        (("origin", "http://evil.example"),),
        (("origin", "null"),),
        (("origin", ORIGIN), ("sec-fetch-site", "cross-site")),
        (("origin", ORIGIN), ("sec-fetch-site", "same-site")),
    ],
)
def test_no_other_page_can_try(door: Doorway, headers: tuple[tuple[str, str], ...]) -> None:
    answer = enter(door, PASSPHRASE, *headers)
    assert (answer.status, answer.header("set-cookie")) == (403, None)


def test_only_its_own_form_is_read(door: Doorway) -> None:
    assert enter(door, PASSPHRASE, path="/leakage").status == 403
    query = urlencode({"passphrase": PASSPHRASE})
    assert door.ask(f"{PASSPHRASE_PATH}?{query}").status == 403
    assert door.ask(PASSPHRASE_PATH, ("origin", ORIGIN), method="PUT", body=query.encode()).status == 403


def test_a_class_has_no_such_way_in() -> None:
    door = Doorway(keys=Keys(reusable=True), address=Address())
    assert enter(door, PASSPHRASE).status == 403
    assert b"<form" not in door.ask().body
    assert b"<form" in Doorway().ask().body


def test_the_damaged_and_the_odd_are_passed_over(door: Doorway, tmp_path: Path) -> None:
    folder = tmp_path / "vaults"
    (folder / f"{'0f' * 16}.vault").mkdir()
    (folder / f"{'1f' * 16}.vault").write_bytes(b"")
    assert enter(door, PASSPHRASE).status == 303


def test_where_the_folder_cannot_be_read_nothing_opens(
    door: Doorway, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path / "file"))
    answer = enter(door, PASSPHRASE)
    assert answer.status == 403
    assert str(tmp_path).encode() not in answer.body


async def never() -> dict[str, object]:
    await asyncio.sleep(600)
    raise AssertionError


async def endless() -> dict[str, object]:
    return {"type": "http.request", "body": b"passphrase=" + b"a" * LONGEST_BODY, "more_body": True}


async def cut_off() -> dict[str, object]:
    return {"type": "http.disconnect"}


async def many_fields() -> dict[str, object]:
    return {"type": "http.request", "body": b"&".join([b"passphrase=a"] * 9)}


async def whole() -> dict[str, object]:
    return {"type": "http.request", "body": b"passphrase=" + PASSPHRASE.replace(" ", "+").encode()}


@pytest.mark.parametrize("receive", [never, endless, cut_off, many_fields])
def test_what_does_not_arrive_whole_is_not_tried(monkeypatch: pytest.MonkeyPatch, receive: Receive) -> None:
    monkeypatch.setattr(gate, "LONGEST_READING", 0.2)
    monkeypatch.setattr(gate, "_refusal", lambda typed: pytest.fail("it was tried"))
    assert asyncio.run(PassphraseEntry().refusal(receive)) == UNREAD


def test_one_is_tried_at_a_time_and_who_sends_slowly_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, going_on = threading.Event(), threading.Event()

    def slowly(typed: str) -> str:
        begun.set()
        going_on.wait(60)
        return typed

    monkeypatch.setattr(gate, "_refusal", slowly)

    async def together() -> list[str]:
        entry = PassphraseEntry()
        slow = asyncio.create_task(entry.refusal(never))
        first = asyncio.create_task(entry.refusal(whole))
        await asyncio.to_thread(begun.wait, 60)
        second = await entry.refusal(whole)
        going_on.set()
        outcomes = [await first, second]
        slow.cancel()
        return outcomes

    assert asyncio.run(together()) == [PASSPHRASE, BUSY]
