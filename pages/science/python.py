"""Copy as Python: what was computed on a page of *Science*, or the figure of the open work, as a script."""

import streamlit as st

from pages import catalogue
from pages.app import page
from pages.science.python_script import python_script

FIGURE = "Your leakage"
LONGEST = 100_000  # Characters of a script that is shown; a longer one is saved.

work = page.open_page(catalogue.PYTHON, "How do I compute this figure in Python?")

title, script = st.session_state.get("script", ("", ""))
chosen = st.segmented_control(
    "Which figure?",
    [*([title] if title else []), FIGURE],
    default=title or FIGURE,
    required=True,
    key=f"script-{title}",
)
if chosen == FIGURE:
    page.need_example(work)
    script = python_script(work)

st.markdown(
    "This script computes the same figure with the library, to the last digit. Run `pip install .` in the folder of"
    " the program first."
)
st.caption(":orange[:material/warning:] It contains everything the figure depends on, your values too, unencrypted.")
if len(script) <= LONGEST:
    # In one colour, and without a window of its own: both keep it readable for everybody.
    st.code(script, language=None, wrap_lines=True)
else:
    st.text("The script is too long to show here.")
st.download_button(
    "Save the script",
    script.encode(),
    file_name="leakage.py",
    mime="text/x-python",
    key="script-save",
    on_click="ignore",
    icon=":material/download:",
)
