"""Made-up mailboxes, in the exact shape of what writes them, and archives of them."""

from tests.workspace.files.data.exports import zipped

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
