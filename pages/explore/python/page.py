"""Copy as Python: the open work as a script, for those who go on with the library."""

from pages import catalogue
from pages.app import page
from pages.explore.python import script, text

workspace = page.open_page(catalogue.PYTHON, text.QUESTION)

page.need_worst_pool(workspace)
script.show_script(workspace)
