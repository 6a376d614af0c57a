"""Import: files of other programs."""

from pages import catalogue
from pages.app import page
from pages.parts.import_files import bring_in, how_to, named_file, text

workspace = page.open_page(catalogue.TRANSFER, text.QUESTION)

if not bring_in.bring_in(workspace):
    how_to.offer()
    named_file.offer(workspace)
