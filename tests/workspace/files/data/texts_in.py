"""Every text that can be reached from a value."""

import gc
import types

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
