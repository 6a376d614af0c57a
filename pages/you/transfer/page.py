"""Import: files of other programs."""

from pages import catalogue
from pages.shell import frame
from pages.you.transfer import bring_in, text

workspace = frame.open_page(catalogue.TRANSFER, text.QUESTION)

bring_in.bring_in(workspace)
