"""What the operating system can do for the rest of the program: the one place that asks for more than every system has.

It imports nothing else of ``leakage``: the door needs it before the science is read. Linux and macOS have one side,
Windows another. Both have the same names and the same promises; where one can do less, its docstring says so.
"""

import sys

if sys.platform == "win32":
    from leakage.system.windows import (
        OUTSIDE,
        allow_open_files,
        close_and_remove,
        create_file,
        forbid_core_dumps,
        handle_path,
        is_outside,
        link,
        make_file_private,
        make_folder,
        make_folder_private,
        open_file,
        open_lock,
        read_at,
        real_path,
        remove,
        replace,
        resident,
        sync,
        sync_folder,
        try_lock,
    )
else:
    from leakage.system.posix import (
        OUTSIDE,
        allow_open_files,
        close_and_remove,
        create_file,
        forbid_core_dumps,
        handle_path,
        is_outside,
        link,
        make_file_private,
        make_folder,
        make_folder_private,
        open_file,
        open_lock,
        read_at,
        real_path,
        remove,
        replace,
        resident,
        sync,
        sync_folder,
        try_lock,
    )

__all__ = [
    "OUTSIDE",
    "allow_open_files",
    "close_and_remove",
    "create_file",
    "forbid_core_dumps",
    "handle_path",
    "is_outside",
    "link",
    "make_file_private",
    "make_folder",
    "make_folder_private",
    "open_file",
    "open_lock",
    "read_at",
    "real_path",
    "remove",
    "replace",
    "resident",
    "sync",
    "sync_folder",
    "try_lock",
]
