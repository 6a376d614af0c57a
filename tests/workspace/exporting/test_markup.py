from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from leakage.workspace.exporting.markup import Markup, element, escaped, joined, table, words
from tests.strategies import quick

texts = st.text(st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("<>&\"'/= ")), max_size=20)


class Reader(HTMLParser):
    """What a browser would see: elements with their attributes, and the text between them."""

    def __init__(self, content):
        super().__init__(convert_charrefs=True)
        self.elements, self.text = [], ""
        self.feed(content)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


def shown(text):
    """Text as it is after control characters were replaced."""
    return "".join("\ufffd" if (ord(c) < 32 and c not in "\t\n\r") or 127 <= ord(c) < 160 else c for c in text)


@quick
@given(texts, texts)
def test_text_is_text_and_attributes_are_attributes(text, value):
    seen = Reader(element("p", text, title=value))
    assert seen.elements == [("p", {"title": shown(value)})]
    assert seen.text == shown(text)


@quick
@given(st.lists(st.lists(texts, min_size=2, max_size=2), max_size=3))
def test_cells_of_a_table_are_text(rows):
    seen = Reader(table(["a", "b"], rows, [1]))
    assert {tag for tag, _ in seen.elements} <= {"table", "thead", "tbody", "tr", "th", "td"}
    assert seen.text == "ab" + "".join(shown(cell) for row in rows for cell in row)


def test_markup_is_not_escaped_twice():
    inner = element("b", "<")
    assert element("p", inner, "<") == "<p><b>&lt;</b>&lt;</p>"
    assert escaped(inner) is inner
    assert joined([inner, "&"], "<") == "<b>&lt;</b>&lt;&amp;"


def test_joining_makes_markup_of_nothing_else():
    assert isinstance(joined(["a"]), Markup) and isinstance(words("a"), Markup)
    # What plain string methods give is text again.
    assert not isinstance(element("b", "x") + "<", Markup)
    assert element("p", element("b", "x") + "<i>") == "<p>&lt;b&gt;x&lt;/b&gt;&lt;i&gt;</p>"


def test_names_of_attributes_and_numbers():
    assert element("line", x1=1.0, y2=1 / 3, class_="axis", aria_label="a") == (
        '<line x1="1" y2="0.333333" class="axis" aria-label="a"/>'
    )
