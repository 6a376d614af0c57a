"""The faults: comparisons, arithmetic, constants, conditions, dropped statements, each in the text as it stands."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.MatMult: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "minimum": "maximum", "maximum": "minimum"}


@dataclass(frozen=True)
class Mutant:
    """One fault: the text from ``start`` to ``end`` (in bytes of the file) becomes ``after``."""

    path: str
    line: int
    start: int
    end: int
    before: str
    after: str

    def source(self, text: bytes) -> bytes:
        return text[: self.start] + self.after.encode() + text[self.end :]

    def __str__(self) -> str:
        before, after = (" ".join(part.split()) for part in (self.before, self.after))
        return f"{self.path}:{self.line}: {before} -> {after}"


def mutants_of(root: Path, path: str) -> list[Mutant]:
    """All faults of a file, in the order of its text."""
    text = (root / path).read_bytes()
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    mutants = []
    for node, after in _faults(ast.parse(text)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        mutants.append(Mutant(path, node.lineno, start, end, text[start:end].decode(), after))
    return sorted(mutants, key=lambda mutant: (mutant.start, mutant.end, mutant.after))


def _faults(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    for child in _children(node):
        yield from ((child, after) for after in _replacements(child))
        yield from _faults(child)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What is computed: no annotation, no type alias, no message of an error, no text of an f-string."""
    if isinstance(node, (ast.Raise, ast.Assert, ast.JoinedStr, ast.Import, ast.ImportFrom)):
        return
    left_out = {"annotation", "returns", "decorator_list", "bases"}
    if isinstance(node, ast.AnnAssign) and isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias":
        return
    for name, field in ast.iter_fields(node):
        parts = field if isinstance(field, list) else [field]
        if name not in left_out:
            yield from (part for part in parts if isinstance(part, ast.AST))


def _replacements(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.stmt):
        yield from _statements(node)
    elif isinstance(node, ast.expr):
        yield from (f"({ast.unparse(changed)})" for changed in _expressions(node))


def _statements(node: ast.stmt) -> Iterator[str]:
    dropped = isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call))
    if dropped or _stores_into(node):
        yield "pass"
    elif isinstance(node, ast.Break):
        yield "continue"
    elif isinstance(node, ast.Continue):
        yield "break"


def _stores_into(node: ast.stmt) -> bool:
    """An assignment to a place of something; without one to a name, nothing would run."""
    return isinstance(node, ast.Assign) and all(isinstance(t, (ast.Subscript, ast.Attribute)) for t in node.targets)


def _expressions(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield from (ast.Compare(node.left, [op()], node.comparators) for op in COMPARISONS[type(node.ops[0])])
    elif isinstance(node, ast.Compare):
        yield from (_with_op(node, place, op) for place in range(len(node.ops)) for op in _others(node.ops[place]))
    elif isinstance(node, ast.BinOp):
        yield ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        yield from node.values
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub, ast.Invert)):
        yield node.operand
    elif isinstance(node, ast.Constant):
        yield from _constants(node.value)
    elif isinstance(node, ast.IfExp):
        yield from (node.body, node.orelse)
    elif isinstance(node, ast.Call):
        yield from _calls(node)
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
        yield from _unfiltered(node)


def _others(op: ast.cmpop) -> tuple[type[ast.cmpop], ...]:
    return COMPARISONS[type(op)]


def _with_op(node: ast.Compare, place: int, op: type[ast.cmpop]) -> ast.Compare:
    return ast.Compare(node.left, [*node.ops[:place], op(), *node.ops[place + 1 :]], node.comparators)


def _constants(value: object) -> Iterator[ast.expr]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
    elif isinstance(value, float):
        yield ast.Constant(value * 2 if value else 1.0)


def _calls(node: ast.Call) -> Iterator[ast.expr]:
    function = node.func
    if isinstance(function, ast.Name) and function.id in CALLS:
        yield ast.Call(ast.Name(CALLS[function.id]), node.args, node.keywords)
    elif isinstance(function, ast.Attribute) and function.attr in CALLS:
        yield ast.Call(ast.Attribute(function.value, CALLS[function.attr]), node.args, node.keywords)
    elif isinstance(function, ast.Name) and function.id == "sorted" and len(node.args) == 1:
        yield ast.Call(ast.Name("list"), node.args, [])


def _unfiltered(node: ast.expr) -> Iterator[ast.expr]:
    for place, generator in enumerate(node.generators):
        if generator.ifs:
            bare = ast.comprehension(generator.target, generator.iter, [], generator.is_async)
            fields = dict(ast.iter_fields(node))
            fields["generators"] = [*node.generators[:place], bare, *node.generators[place + 1 :]]
            yield type(node)(**fields)
