"""Letters as mail: a draft that a mail program opens and the person sends. Nothing is sent from here."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP

from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.requests.contacts_reading import mail_address
from leakage.workspace.requests.identifiers import stated_in
from leakage.workspace.requests.letter import Letter, letter_as_text
from leakage.workspace.subject_request import SubjectRequest
from leakage.workspace.workspace import Workspace

WHOLE_LINES = SMTP.clone(max_line_length=998)
"""RFC 5322 allows it. No header is folded: ``email`` may put a blank into a subject where it folds."""


def letter_as_mail(workspace: Workspace, request: SubjectRequest, letter: Letter) -> bytes:
    """A letter as an ``.eml`` file (RFC 5322), marked as a draft that was not sent.

    It is from an address only where the letter states one and no other: from another it would tell that one besides.

    Arguments:
        workspace, request: what the letter was made of.
        letter: what it says.
    """
    mail = EmailMessage(policy=WHOLE_LINES)
    own = [mail_address(value) for label, value in stated_in(workspace, request) if label == "Email"]
    contact = contact_of(workspace, request.recipient)
    for header, address in (("From", own[0] if len(own) == 1 else ""), ("To", contact.email if contact else "")):
        # What is not plain ASCII needs a mail server that knows how (RFC 6531): the person adds it.
        if mail_address(address) and address.isascii():
            mail[header] = address
    mail["Subject"] = letter.subject
    mail["X-Unsent"] = "1"
    mail.set_content(letter_as_text(letter).encode("utf-8", errors="replace").decode())
    mail["Content-Language"] = letter.language
    return mail.as_bytes()
