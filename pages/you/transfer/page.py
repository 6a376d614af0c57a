"""Import: files of other programs."""

from pages import catalogue
from pages.shell import frame
from pages.you.transfer import bring_in

workspace = frame.open_page(catalogue.TRANSFER, "What do your password manager, browser and platforms know about you?")

bring_in.bring_in(workspace)
