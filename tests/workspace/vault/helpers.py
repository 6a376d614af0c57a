"""What the tests of the vault share: cheap costs, one passphrase, and a look at the files."""

import hashlib
import os
import traceback

from leakage.workspace.vault.file_header import Cost
from leakage.workspace.vault.vault import create, vaults

CHEAP = Cost(lanes=1, memory=8, iterations=1)
PASSPHRASE = "correct horse battery"
OTHER = "another passphrase"
CANARY = "canary 4711"


def new(folder, content=b"first", name="Mine", passphrase=PASSPHRASE):
    return create(name, passphrase, content, folder=folder, cost=CHEAP)


def only(folder):
    [vault] = vaults(folder)
    return vault


def saved(unlocked, *contents):
    """Save each in turn, as one session does; the last revision."""
    revision = unlocked.read().revision
    for content in contents:
        revision = unlocked.save(content, revision)
    return revision


def current_path(folder):
    [path] = folder.glob("*.vault")
    return path


def contents(unlocked, kind="generation"):
    return [unlocked.read(generation).content for generation in unlocked.generations() if generation.kind == kind]


def with_digest(data):
    """A file that was edited on purpose, by one who mends the digest too."""
    return data[:-32] + hashlib.sha256(data[:-32]).digest()


def flipped(data, place, bit=0):
    changed = bytearray(data)
    changed[place] ^= 1 << bit
    return bytes(changed)


def in_child(run):
    """Run something in a process of its own; its number. It ends with 0 if nothing was raised."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        run()
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def outcome(child):
    """How a child ended: 0, or minus the signal that killed it."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def all_bytes(folder):
    """What every file in the folder holds now, by name; some may go while they are read."""
    by_name = {}
    for path in folder.iterdir():
        try:
            by_name[path.name] = path.read_bytes()
        except FileNotFoundError:
            continue
    return by_name
