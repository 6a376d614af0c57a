"""What is read of files, as plain values that tests compare, and every text that can be reached from a value."""

import gc
import io
import types
import zipfile
from pathlib import Path

from leakage.workspace.copies import saved_copy
from leakage.workspace.files.adding import added
from leakage.workspace.files.findings import together
from leakage.workspace.files.recognise import read
from leakage.workspace.workspace import Workspace

DATA = Path(__file__).parent / "data"


def case(name):
    """A made-up file; what 1Password keeps in an archive lies in one."""
    content = next(DATA.glob(f"{name}_*")).read_bytes()
    return archive({"export.data": content}) if "1pux" in str(next(DATA.glob(f"{name}_*"))) else content


def archive(members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return buffer.getvalue()


def accounts(findings):
    """Place, name to sign in with, and the number of the password, of each account."""
    numbers = {}
    return [
        (
            account.recipient,
            *(value for _, value in account.login),
            *([numbers.setdefault(account.password, len(numbers))] if account.password else []),
        )
        for account in findings.accounts
    ]


EMPTY = Workspace()


def work_of(*contents, work=EMPTY):
    return added(work, together(map(read, contents)))


def saved(*contents):
    return saved_copy(work_of(*contents))


def given(work):
    """What is out, whatever the releases are called."""
    return {(release.recipient, release.date, frozenset(a.pair for a in release.record)) for release in work.releases}


_PASSED_OVER = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType)


def texts_in(value):
    """The texts and bytes in a value and in all it holds; functions are passed over, for they lead everywhere."""
    seen, waiting, texts = set(), [value], []
    while waiting:
        inner = waiting.pop()
        if id(inner) in seen or isinstance(inner, _PASSED_OVER):
            continue
        seen.add(id(inner))
        if isinstance(inner, str | bytes):
            texts.append(inner if isinstance(inner, str) else inner.decode("latin-1"))
        waiting += gc.get_referents(inner)
    return texts
