"""Copy as Python: the open work as a script, for those who go on with the library."""

from pages import catalogue
from pages.explore.python import script, text
from pages.shell import frame

workspace = frame.open_page(catalogue.PYTHON, text.QUESTION)

frame.need_worst_pool(workspace)
script.show_script(workspace)
