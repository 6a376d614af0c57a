"""Files to bring in: honest ones, mailboxes, and what nobody should be able to do harm with."""

import json
import random

from tests.workspace.files.data.exports import zipped

CANARY = "canary-7f3a"

CARD_3 = """BEGIN:VCARD
VERSION:3.0
PRODID:-//Example//EN
FN:Robin Example
N:Example;Robin;;;
NICKNAME:Rob
ORG:Sample Works;Garden
TITLE:Gardener
EMAIL;TYPE=INTERNET,HOME:robin@example.org
TEL;TYPE=CELL:555-0100
item1.ADR;TYPE=HOME:;;12 Sample Street;Sampleton;Shire;99901;Utopia
item1.X-ABADR:us
BDAY:1990-01-31
URL:https://example.org/~robin
NOTE:likes moths\\, and
  long lines
PHOTO;ENCODING=b;TYPE=JPEG:AAAA
 BBBB
REV:2020-01-01T00:00:00Z
END:VCARD
"""

CARD_4 = """BEGIN:VCARD
VERSION:4.0
KIND:individual
FN;PID=1.1:Robin Example
N:Example;Robin;;;
EMAIL;PREF=1:robin@example.org
TEL;VALUE=uri;TYPE="voice,home":tel:+1-555-0100;ext=5
ADR;LABEL="12; Sample: Street":;;12 Sample Street\\, Flat 2;Sampleton;;99901;
BDAY:19900131
GENDER:F;woman
IMPP:xmpp:rob@example.org
ANNIVERSARY:20100101
RELATED;TYPE=friend:urn:uuid:f81d4fae
END:VCARD
"""

CARD_21 = """BEGIN:VCARD
VERSION:2.1
N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg
TEL;HOME;VOICE:555-0100
ADR;HOME;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:;;Gro=C3=9Fe =
Stra=C3=9Fe 1;K=C3=B6ln;;50667;
END:VCARD
"""

BREACH = json.loads("""{"Name": "Adobe", "Title": "Adobe", "Domain": "adobe.com", "BreachDate": "2013-10-04",
    "AddedDate": "2013-12-04T00:00:00Z", "PwnCount": 152445165, "Description": "<a href='https://example.org'>x</a>.",
    "DataClasses": ["Email addresses", "Password hints", "Passwords", "Usernames"], "IsVerified": true,
    "IsFabricated": false, "IsSpamList": false, "LogoPath": "https://example.org/logo.png"}""")
"""As https://haveibeenpwned.com/API/v3 describes it."""

WIDE = "Shop;E-Mail;Phone\nBooks;a@b.c;1\nPotter;x@y.z;2\n"

HONEST = {
    "card 3": CARD_3,
    "card 4": CARD_4,
    "card 2.1": CARD_21,
    "breaches": json.dumps([BREACH]),
    "short breaches": '[{"Name": "Adobe"}, {"Name": "Gawker"}]',
    "wide": WIDE,
}

MB = 1_000_000


CARD = b"BEGIN:VCARD\nFN:a\n"


def _noise(size):
    return random.Random(6).randbytes(size)


HOSTILE = {
    "noise": lambda: _noise(10 * MB),
    "deep, but not too many": lambda: b"[" * 400_000,
    "a long name": lambda: b'[{"Name": "' + b"a" * 4 * MB + b'"}]',
    "two columns for ever": lambda: b"a,b\n" * (2 * MB),
    "a card of ten thousand fields": lambda: CARD + b"TEL:1\n" * 10_000 + b"END:VCARD\n",
    "quoted-printable for ever": lambda: b"BEGIN:VCARD\nFN;QUOTED-PRINTABLE:" + b"=\n" * 390_000 + b"END:VCARD\n",
    "a head that makes patterns go on": lambda: CARD + b"TEL;A" + b"=a" * 900 + b"\nEND:VCARD\n",
}
"""Files of about ten megabytes, or just within what a parser takes, that ask for trouble; made when needed."""


LINE = b"From 1234567890123456789@xxx Fri Jan 31 10:00:00 +0000 2020\r\n"
"""As Google writes the first line of a message."""


def message(author, subject, date="Fri, 31 Jan 2020 10:00:00 +0000", *more, body="Hello.", line=LINE, end="\r\n"):
    """A message; further fields stand before the others, as those of servers do."""
    dated = (f"Date: {date}",) if date else ()
    fields = (*more, f"From: {author}", "To: robin@example.org", f"Subject: {subject}", *dated)
    text = "".join(f"{field}\n" for field in fields) + f"\n{body}\n\n"
    return line + text.replace("\n", end).encode("utf-8", "surrogateescape")


LIST = "List-Unsubscribe: <https://news.example/u?planted>, <mailto:u@news.example>"
TAKEOUT = b"".join(
    (
        message(
            '"Books \\"planted\\" & Co" <hello@mail.books.example>',
            "=?UTF-8?Q?Willkommen_bei?=\n =?UTF-8?Q?_Books_planted?=",
            "Thu, 30 Jan 2020 23:10:00 -0800 (PST)",
            "X-GM-THRID: 1650000000000000000",
            "X-Gmail-Labels: =?UTF-8?Q?Ge=C3=B6ffnet,Kategorie_=E2=80=9ESoziale_Netzwerke=E2=80=9C?=",
            "Delivered-To: robin@example.org",
            "Received: by 10.0.0.1 with SMTP id a1csp1;\n        Fri, 31 Jan 2020 08:10:01 -0800 (PST)",
        ),
        message("planted@news.example", "Deals, planted", "Sat, 1 Feb 2020 10:00:00 +0000", LIST),
        message("planted@news.example", "Deals", "Sun, 1 Mar 2026 10:00:00 +0000", LIST),
        message("Ann Planted <ann@gmail.com>", "Welcome to my party", "Mon, 2 Mar 2020 10:00:00 +0000"),
        message("win@spam.example", "Your order", "Mon, 2 Mar 2020 10:00:00 +0000", "X-Gmail-Labels: Spam,Unread"),
        message("boss@office.example", "Re: Your order", "Tue, 3 Mar 2020 10:00:00 +0000"),
    )
)
THUNDERBIRD = b"".join(
    (
        message(
            "Bank <no-reply@bank.example>",
            "Your statement is ready",
            "5 Feb 2021 07:00:00 GMT",
            "X-Mozilla-Status: 0001",
            "X-Mozilla-Status2: 00000000",
            line=b"From - Fri Feb  5 08:00:00 2021\r\n",
        ),
        message(
            "club@club.example",
            "Hike",
            "",
            "X-Mozilla-Status: 0009",
            body=">From here we walk.\nFrom: planted@fake.example\n\nSubject: Your invoice",
            line=b"From - Sat Feb  6 08:00:00 2021\r\n",
        ),
    )
)
OTHER = b"".join(
    (
        message(
            "Tickets <box@theatre.example>",
            "Vos billets",
            body="From: planted@fake.example\nSubject: Welcome to planted",
            line=b"From box@theatre.example  Mon Jul  6 09:30:00 2015\n",
            date="Mon, 06 Jul 15 09:30:00 +0200",
            end="\n",
        ),
        message("ann@web.de", "Lunch", line=b"From ann@web.de Mon Jul  6 09:30:00 2015\n", end="\n"),
    )
)


MEMBERS = {
    "Takeout/archive_browser.html": b"<html></html>",
    "Takeout/Mail/Alle E-Mails einschließlich Spam- und Papierkorb-Nachrichten.mbox": TAKEOUT,
    "Takeout/Mail/Benutzereinstellungen/Filter.json": b"{}",
}
MAIL = {
    "Takeout mbox": TAKEOUT,
    "Takeout ZIP": zipped(MEMBERS),
    "Thunderbird": THUNDERBIRD,
    "mbox of another program": OTHER,
}
"""By what the list of formats calls them."""

OF_TAKEOUT = [
    ("books.example", "sure", "2020-01-30", "2020-01-30"),
    ("news.example", "probable", "2020-02-01", "2026-03-01"),
    ("office.example", "possible", "2020-03-03", "2020-03-03"),
]
OF_OTHER = [("theatre.example", "sure", "2015-07-06", "2015-07-06")]
FOUND = {
    "Takeout mbox": OF_TAKEOUT,
    "Takeout ZIP": OF_TAKEOUT,
    "Thunderbird": [
        ("bank.example", "sure", "2021-02-05", "2021-02-05"),
        ("club.example", "possible", "2021-02-06", "2021-02-06"),
    ],
    "mbox of another program": OF_OTHER,
}
"""What comes of each: site, how sure, first and last day."""
