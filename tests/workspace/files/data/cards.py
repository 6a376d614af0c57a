"""Cards as address books write them, and as the RFCs show them; every person is made up."""

RFC_2426 = """BEGIN:vCard
VERSION:3.0
FN:Frank Sample
ORG:Sample Development\\; Ltd.;Tools
ADR;TYPE=WORK,POSTAL,PARCEL:;;6544 Example Lane\\nBuilding 3;Sampleton;SC;90001-
 2345;Utopia
TEL;TYPE=VOICE,MSG,WORK:+1-919-555-0178
TEL;TYPE=FAX,WORK:+1-919-555-0164
EMAIL;TYPE=INTERNET,PREF:frank@example.com
EMAIL;TYPE=INTERNET:frank.sample@example.org
URL:http://home.example.net/~frank
NICKNAME:Frankie,The Frank\\, himself
BDAY:1961-03-05T00:00:00Z
NOTE;LANGUAGE=en:Folded note\\, with an escaped comma\\,
  and the rest of it
END:vCard
"""

RFC_6350 = """BEGIN:VCARD
VERSION:4.0
FN:Simone Probe
N:Probe;Simone;;;ing. jr,M.Sc.
BDAY:--0203
ANNIVERSARY:20090808T1430-0500
GENDER:F
LANG;PREF=1:fr
LANG;PREF=2:en
ORG;TYPE=work:Probiergesellschaft
ADR;TYPE=work:;Suite D2-630;2875 Laurel;
 Quebec;QC;G1V 2M2;Canada
TEL;VALUE=uri;TYPE="work,voice";PREF=1:tel:+1-418-555-0192;ext=102
TEL;VALUE=uri;TYPE="work,cell,voice,video,text":tel:+1-418-555-0195
EMAIL;TYPE=work:simone.probe@example.com
GEO;TYPE=work:geo:46.772673,-71.282945
KEY;TYPE=work;VALUE=uri:http://www.example.com/simone.asc
TZ:-0500
URL;TYPE=home:http://example.com/~simone
END:VCARD
"""

APPLE = """BEGIN:VCARD
VERSION:3.0
PRODID:-//Apple Inc.//macOS 14.0//EN
N:Appleseed;Joan;Mary;Dr.;
FN:Dr. Joan Mary Appleseed
NICKNAME:Jo
ORG:Orchard Works;
TITLE:Grower
EMAIL;type=INTERNET;type=HOME;type=pref:joan@example.com
item1.EMAIL;type=INTERNET:joan@orchard.example
item1.X-ABLabel:_$!<Other>!$_
TEL;type=CELL;type=VOICE;type=pref:(555) 010-0199
item2.ADR;type=HOME;type=pref:;;1 Cider Road\\nFlat 4;Pippin;CA;90210;United States
item2.X-ABADR:us
item3.URL;type=pref:https://orchard.example/joan?a=1\\,2
item3.X-ABLabel:_$!<HomePage>!$_
BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-06
X-SOCIALPROFILE;type=twitter;x-user=joan:http://twitter.example/joan
IMPP;X-SERVICE-TYPE=Jabber;type=HOME;type=pref:xmpp:joan@chat.example
PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYI
 ChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/
UID:0c1d8b4e-0000-4000-8000-000000000001
X-ABUID:0C1D8B4E-0000-4000-8000-000000000001:ABPerson
END:VCARD
"""

GOOGLE = """BEGIN:VCARD
VERSION:3.0
FN:Gustav Beispiel
N:Beispiel;Gustav;;;
EMAIL;TYPE=INTERNET;TYPE=HOME:gustav@example.com
item1.EMAIL;TYPE=INTERNET:g.beispiel@example.org
item1.X-ABLabel:Verein
TEL;TYPE=CELL:+49 30 5550100
item2.ADR:;;Musterstraße 5\\, Hinterhaus;Berlin;;10115;Deutschland;Musterstraße
  5\\, Hinterhaus\\n10115 Berlin
item2.X-ABLabel:Zuhause
ORG:Muster & Söhne
TITLE:Geschäftsführer
BDAY:19700810
item3.URL:https\\://example.com/~gustav
item3.X-ABLabel:PROFILE
NOTE:Zeile eins\\nZeile zwei
CATEGORIES:myContacts,Freunde
END:VCARD
"""

OUTLOOK = """BEGIN:VCARD
VERSION:2.1
N;LANGUAGE=de;CHARSET=Windows-1252:Schön;Ute;;Dr.
FN;CHARSET=Windows-1252:Dr. Ute Schön
ORG:Amt f. Muster;Abteilung 7
TITLE:Referentin
TEL;WORK;VOICE:+49 (30) 555-0111
TEL;HOME;VOICE:+49 (30) 555-0112
ADR;WORK;PREF;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:;;Am K=C3=B6nigs=
platz 1=0D=0AHaus B;Berlin;;10117;Deutschland
LABEL;WORK;PREF;ENCODING=QUOTED-PRINTABLE:Am Platz 1=0D=0A=
10117 Berlin
X-MS-OL-DEFAULT-POSTAL-ADDRESS:2
URL;WORK:http://amt.example
BDAY:19660704
EMAIL;PREF;INTERNET:ute.schoen@amt.example
PHOTO;TYPE=JPEG;ENCODING=BASE64:
 /9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQ

X-MS-OL-DESIGN;CHARSET=utf-8:<card xmlns="http://schemas.microsoft.com/office"/>
REV:20200101T000000Z
END:VCARD
"""

ANDROID = """BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E6=9D=8E;=E5=B0=8F=E9=BE=99;;;
FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E5=B0=8F=E9=BE=99=20=E6=9D=8E
TEL;CELL;PREF:5550133
TEL;X-Mobil:5550134
EMAIL;HOME:long@example.net
ADR;HOME;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;;=E5=8D=97=E4=BA=AC=E8=B7=
=AF 1;=E4=B8=8A=E6=B5=B7;;200000;=E4=B8=AD=E5=9B=BD
NOTE;ENCODING=QUOTED-PRINTABLE:soft=
 break
BDAY:1985-11-27
END:VCARD
"""

FOLDED = """BEGIN:VCARD\r
VERSION:3.0\r
FN:A name that i\r
 s folded in th\r
\te middle of words\r
EMAIL;TYPE=INTERNET;\r
 TYPE=HOME:folded\r
 @example.com\r
a.b.TEL:555-0144\r
HOME.TITLE:Keeper of; semicolons\\, commas\\\\ and colons: all\r
ORG:\r
 Folded Works\r
END:VCARD\r
"""

SAMPLES = {
    "RFC 2426": RFC_2426,
    "RFC 6350": RFC_6350,
    "Apple": APPLE,
    "Google": GOOGLE,
    "Outlook": OUTLOOK,
    "Android": ANDROID,
    "folded": FOLDED,
}
