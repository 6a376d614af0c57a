"""The door: who comes in, what every answer carries, and what the log says."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import sys
import threading
from http.cookies import SimpleCookie

import pytest
from starlette.responses import HTMLResponse

from pages.app import door
from pages.app.door import HEADERS, NOTHING, Gate, policy
from pages.app.logs import keep_values_out_of_logs
from pages.catalogue import SWITCH
from tests.server import LINK, ROOT, Server, ask, come_in, shake, upload, visit

HOST = "127.0.0.1:8501"
ORIGIN = f"http://{HOST}"
OWN_SCRIPT = "'sha256-abc'"


async def inside(scope, receive, send):
    """What is behind the gate: it answers everything."""
    if scope["type"] == "websocket":
        return await send({"type": "websocket.accept"})
    own = {"Content-Security-Policy": policy(HOST, script=OWN_SCRIPT)} if scope["path"] == "/class_page" else {}
    await HTMLResponse("inside", headers=own)(scope, receive, send)


class Visitor:
    """A browser, or whatever says that it is one, before a gate."""

    def __init__(self, gate):
        self.gate, self.cookies = gate, {}

    def ask(self, path="/", *headers, host=HOST, method="GET", kind="http", scheme="http"):
        """The status of an answer, its headers and its body; 101 where a web socket is opened."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        named = [("host", host), *([("cookie", cookie)] if cookie else []), *headers]
        path, _, query = path.partition("?")
        scope = {"type": kind, "scheme": scheme, "path": path, "query_string": query.encode(), "root_path": ""}
        scope["headers"] = [(name.encode(), value.encode("latin-1")) for name, value in named]
        scope["server"] = ("127.0.0.1", 8501)
        scope |= {"method": method} if kind == "http" else {"extensions": {"websocket.http.response": {}}}
        return self.run(scope)

    def run(self, scope):
        sent = []

        async def send(message):
            sent.append(message)

        asyncio.run(self.gate(scope, None, send))
        if sent[0]["type"] == "websocket.accept":
            return 101, {}, b""
        headers = {name.decode(): value.decode("latin-1") for name, value in sent[0]["headers"]}
        self.cookies |= {name: each.value for name, each in SimpleCookie(headers.get("set-cookie", "")).items()}
        return sent[0]["status"], headers, sent[-1]["body"]

    def shake(self, *headers, host=HOST, scheme="ws"):
        return self.ask("/_stcore/stream", *headers, host=host, kind="websocket", scheme=scheme)[0]


def gate(shared=False, address="127.0.0.1"):
    made = Gate(inside, address, shared=shared)
    made.print_links()
    return made


@pytest.fixture
def outsider():
    return Visitor(gate())


@pytest.fixture
def guest(outsider):
    outsider.ask(f"/?token={next(iter(outsider.gate.tokens))}")
    return outsider


PATHS = ["/", "/leakage", "/_stcore/health", "/_stcore/upload_file/a/b", "/static/js/x.js", "/class_page"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "OPTIONS"])
def test_without_the_cookie_every_path_is_closed(outsider, path, method):
    status, headers, _ = outsider.ask(path, ("origin", ORIGIN), method=method)
    assert (status, headers["content-security-policy"]) == (403, policy(HOST))
    assert "set-cookie" not in headers and headers["cache-control"] == "no-store"
    assert outsider.ask(f"{path}?token=wrong", ("origin", ORIGIN), method=method)[0] == 403
    assert outsider.shake(("origin", ORIGIN)) == 403


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("site", ["none", "same-origin", "cross-site"])
def test_the_link_becomes_a_cookie_and_leads_to_its_page_without_the_token(shared, site):
    visitor, redirects = Visitor(gate(shared=shared)), site != "cross-site"
    for token in list(visitor.gate.tokens):
        status, headers, body = visitor.ask(f"/leakage?a=1&token={token}&b=2", ("sec-fetch-site", site))
        onward = f"{ORIGIN}/leakage?a=1&b=2"
        assert (status, headers.get("location")) == ((303, onward) if redirects else (200, None))
        assert headers.get("refresh") == (None if redirects else f"0; url={onward}")
        assert token not in str(headers) and b"token" not in body
        attributes = headers["set-cookie"].lower().split("; ")
        assert {"httponly", "samesite=strict", "path=/"} <= set(attributes) and "secure" not in attributes
        assert not any(each.startswith(("expires", "max-age", "domain")) for each in attributes)
    assert visitor.ask("/leakage", ("sec-fetch-site", "same-origin"))[2] == b"inside"
    assert visitor.shake(("origin", ORIGIN)) == 101


def test_an_encrypted_link_gives_a_secure_cookie():
    encrypted = Visitor(gate())
    headers = encrypted.ask(f"/?token={next(iter(encrypted.gate.tokens))}", scheme="https")[1]
    assert "; Secure" in headers["set-cookie"] and encrypted.shake(("origin", f"https://{HOST}"), scheme="wss") == 101
    assert encrypted.shake(("origin", ORIGIN), scheme="wss") == 403


def test_a_link_opens_once_and_a_fresh_one_is_printed(outsider, capsys):
    first = next(iter(outsider.gate.tokens))
    assert outsider.ask(f"/?token={first}", method="POST")[0] == 403
    outsider.ask(f"/?token={first}")
    [second] = LINK.findall(capsys.readouterr().out)
    other = Visitor(outsider.gate)
    assert other.ask(f"/?token={first}")[0] == 403
    assert other.ask(second.removeprefix(ORIGIN))[0] == other.ask()[0] == 200
    # A used link leads on whoever is in already, and uses nothing up.
    assert "refresh" in outsider.ask(f"/?token={first}")[1] and capsys.readouterr().out.count("token=") == 1


@pytest.mark.parametrize("path", ["//evil.example/x", "/\\evil.example", "/x\r\nset-cookie: a=b"])
def test_the_link_leads_nowhere_else(outsider, path):
    for site, header, leads in (("cross-site", "refresh", "0; url="), ("none", "location", "")):
        onward = outsider.ask(f"{path}?token={next(iter(outsider.gate.tokens))}", ("sec-fetch-site", site))[1]
        assert onward[header].startswith(f"{leads}{ORIGIN}/") and "\n" not in onward[header]


def test_a_wrong_cookie_opens_nothing(guest):
    [(name, value)] = guest.cookies.items()
    for wrong in ("", "wrong", f"lead-{value}", f"{value}x", value[:-1], "\xe9"):
        guest.cookies = {name: wrong}
        assert guest.ask()[0] == 403 and guest.shake(("origin", ORIGIN)) == 403, wrong
    guest.cookies = {"other": value}
    assert guest.ask()[0] == 403


HOSTS = ["127.0.0.1", "127.0.0.1:85010", "localhost.:8501", "evil.example:8501", "127.0.0.2:8501", "0.0.0.0:8501", ""]


@pytest.mark.parametrize("host", HOSTS)
def test_a_strange_host_is_refused(guest, host):
    token = next(iter(guest.gate.tokens))
    for path in ("/", f"/?token={token}"):
        status, headers, _ = guest.ask(path, host=host)
        assert (status, headers["content-security-policy"]) == (403, NOTHING)
    assert guest.shake(("origin", f"http://{host}"), host=host) == guest.shake(("origin", ORIGIN), host=host) == 403
    assert next(iter(guest.gate.tokens)) == token and guest.ask("/", ("host", HOST))[0] == 403


ORIGINS = ["null", "", "http://127.0.0.1", f"{ORIGIN}0", f"https://{HOST}", "http://evil.example", f"{ORIGIN}/"]


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_strange_origin_is_refused(guest, origin):
    assert guest.ask("/", ("origin", origin))[0] == guest.ask("/", ("origin", origin), method="PUT")[0] == 403
    assert guest.shake(("origin", origin)) == guest.shake(("origin", ORIGIN), ("origin", origin)) == 403


def test_a_web_socket_and_a_change_must_name_an_origin_of_ours(guest):
    assert guest.shake() == 403 and guest.shake(("origin", ORIGIN)) == 101
    for method in ("PUT", "POST", "DELETE"):
        assert guest.ask(method=method)[0] == 403 and guest.ask("/", ("origin", ORIGIN), method=method)[0] == 200
    for host in ("localhost:8501", "[::1]:8501"):
        assert guest.ask(host=host)[0] == 200 and guest.shake(("origin", f"http://{host}"), host=host) == 101
        assert guest.shake(("origin", ORIGIN), host=host) == 403
    # A page of another port of this machine has the cookie too.
    for site, status in (("same-site", 403), ("cross-site", 403), ("same-origin", 200)):
        assert guest.ask("/", ("sec-fetch-site", site))[0] == status


def test_a_class_has_one_link_for_all_and_one_for_its_leader(capsys):
    address = "192.168.1.5:8501"
    shared = gate(shared=True, address="192.168.1.5")
    everybody, leader = (link.partition(address)[2] for link in LINK.findall(capsys.readouterr().out))
    assert door.class_link() == (f"http://{address}{everybody}", everybody.rpartition("=")[2])
    one, two, teacher = Visitor(shared), Visitor(shared), Visitor(shared)
    for visitor, link in ((one, everybody), (two, everybody), (teacher, leader)):
        assert visitor.ask(link, host=address)[0] == 200 and visitor.ask(host=address)[0] == 200
        assert visitor.shake(("origin", f"http://{address}"), host=address) == 101
    seats = [door.seat(visitor.cookies) for visitor in (one, two, teacher)]
    assert len(set(seats)) == 3 and all(seats)
    assert [door.leads(visitor.cookies) for visitor in (one, two, teacher)] == [False, False, True]
    one.ask(everybody, host=address), teacher.ask(everybody, host=address)
    assert [door.seat(visitor.cookies) for visitor in (one, two, teacher)] == seats
    assert not capsys.readouterr().out and Visitor(shared).ask(host=address)[0] == 403
    gate()
    assert door.class_link() == ("", "") and door.seat({"leakage-8501": "lead-x"}) == ""


def test_every_answer_carries_the_headers(guest):
    for path in PATHS:
        status, headers, _ = guest.ask(path)
        assert status == 200
        assert {name.lower(): value for name, value in HEADERS.items()}.items() <= headers.items()
        assert headers.get("cache-control") == (None if path.startswith("/static/") else "no-store")
        own = path == "/class_page"
        assert headers["content-security-policy"] == policy(HOST, script=OWN_SCRIPT if own else "'self'")
    allowed = dict(part.split(" ", 1) for part in policy(HOST).split("; "))
    assert allowed["default-src"] == allowed["frame-ancestors"] == "'none'" and allowed["script-src"] == "'self'"
    assert not [part for part in policy(HOST).replace(f"ws://{HOST}", "").split() if "://" in part or "*" in part]


@pytest.mark.parametrize(("address", "arguments"), [("0.0.0.0", ()), ("192.168.1.5", ()), ("::", (SWITCH,))])
def test_it_does_not_open_where_others_could_come_in_unasked(monkeypatch, address, arguments):
    monkeypatch.setattr(sys, "argv", ["app.py", *arguments])
    monkeypatch.setattr(door.st, "get_option", {"server.address": address}.get)
    with pytest.raises(SystemExit):
        door.open_door()


# The log.


@pytest.fixture
def log():
    """What loggers write that keep values out."""
    written, factory = io.StringIO(), logging.getLogRecordFactory()
    hooks, filters = (threading.excepthook, sys.unraisablehook), list(logging.getLogger("uvicorn.error").filters)
    handler = logging.StreamHandler(written)
    names = ("a.page", "asyncio", "uvicorn.error", "pages.app.logs")
    for name in names:
        logging.getLogger(name).addHandler(handler)
    keep_values_out_of_logs()
    yield written
    for name in names:
        logging.getLogger(name).removeHandler(handler)
    logging.getLogger("uvicorn.error").filters[:] = filters
    logging.setLogRecordFactory(factory)
    threading.excepthook, sys.unraisablehook = hooks


def fail(*_):
    raise ValueError("-".join(("canary", "4711")))


def test_the_log_tells_kinds_and_places_and_no_value(log, capsys):
    logger = logging.getLogger("a.page")
    try:
        fail()
    except ValueError as error:
        logger.exception("it failed")
        logger.error("it was %s", error)
        logger.error(error)
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    type("Leaving", (), {"__del__": fail})()
    gc.collect()
    logging.getLogger("asyncio").error("Task failed\nfuture: canary-4711")
    logging.getLogger("uvicorn.error").info('"WebSocket %s" [accepted]', "/_stcore/stream?canary-4711")
    logger.error("%s of %d", "three", 4)
    assert "canary-4711" not in log.getvalue() + capsys.readouterr().err
    assert log.getvalue().count("ValueError (") == 5 and log.getvalue().count("in fail") == 3
    assert "it failed" in log.getvalue() and log.getvalue().endswith("three of 4\n")


# The running program.

APP = """
import streamlit as st
from pages.app.door import open_door
app = st.App("page.py", middleware=open_door())
"""
PAGE = """
import streamlit as st
st.title("Here")
raise ValueError("-".join(("canary", "4711")))
"""


@pytest.fixture
def folder(tmp_path):
    """A program of one page that fails, under the settings of this one."""
    (tmp_path / "app.py").write_text(APP)
    (tmp_path / "page.py").write_text(PAGE)
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / ".streamlit" / "config.toml").write_text((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    return tmp_path


def test_the_running_program_lets_in_by_its_link_alone():
    with Server() as server:
        origin = ("origin", server.origin)
        assert ask(server, "/_stcore/health").status == ask(server, "/?token=wrong").status == 403
        cookie = ("cookie", ask(server, server.link().removeprefix(server.origin)).cookies())
        assert ask(server, "/", cookie).status == 200 and shake(server, cookie, origin).status == 101
        assert shake(server, origin).status == shake(server, cookie).status == 403
        assert ask(server, "/", cookie, host="evil.example").status == 403
        server.link()
        assert cookie[1].partition("=")[2] not in server.printed and "/_stcore" not in server.printed
        assert len(LINK.findall(server.printed)) == 2 and server.printed.count("http") == 2


def test_a_page_that_fails_and_an_upload_leave_no_value(folder):
    with Server(app=folder / "app.py", folder=folder, environment={"PYTHONPATH": str(ROOT)}) as server:
        cookie = come_in(server)
        with visit(server, cookie) as began:
            session = began.initialize.session_id
            assert upload(server, cookie, session, 5 << 20)[0] == 204
            assert [upload(server, cookie, session, 61 << 20, chunked=each)[0] for each in (False, True)] == [413, 413]
    assert "ValueError" in server.printed and "canary-4711" not in server.printed
