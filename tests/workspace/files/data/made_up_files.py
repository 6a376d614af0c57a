"""Files to bring in: honest ones, and what nobody should be able to do harm with."""

import json
import random

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
