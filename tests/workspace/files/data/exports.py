"""Made-up logins, and the files in which password managers and browsers write them, in their own shapes."""

import base64
import csv
import datetime
import hashlib
import hmac
import io
import json
import random
import zipfile
from dataclasses import dataclass
from xml.sax.saxutils import escape

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

DAY = datetime.date(2020, 1, 31)
FILE_PASSWORD = "a made-up file password"


@dataclass(frozen=True)
class Login:
    title: str
    url: str
    user: str
    password: str
    created: datetime.date
    changed: datetime.date

    @property
    def site(self):
        return self.url.partition("://www.")[2].partition("/")[0]

    @property
    def mail(self):
        return self.user if "@" in self.user else ""

    @property
    def handle(self):
        return "" if "@" in self.user else self.user

    @property
    def kind(self):
        return "password"

    @property
    def two_urls(self):
        return f"{self.url}\nhttps://other.example"

    def __getattr__(self, name):
        """Days as programs write them: ``created_at``, ``created_second``, ``changed_ms``."""
        day, _, form = name.partition("_")
        forms = {"at": stamp, "second": seconds, "ms": lambda day: f"{seconds(day)}000"}
        if day not in ("created", "changed") or form not in forms:
            raise AttributeError(name)
        return forms[form](getattr(self, day))


def made_up_logins(count, seed=0):
    """Logins at different sites, of a person with three addresses, two names and a few passwords used often."""
    draw = random.Random(seed)
    addresses = ["robin@example.org", "robin.old@example.net", "robin@work.example", "robin_reads", "rob90"]
    often = [f"planted-{draw.getrandbits(64):x}" for _ in range(4)]
    kinds = ["shop", "bank", "forum", "news", "travel", "games", "music", "school"]
    logins = []
    for number in range(count):
        site = f"{draw.choice(kinds)}-{number}.example"
        created = datetime.date(2008, 1, 1) + datetime.timedelta(days=draw.randrange(6_000))
        password = draw.choice(often) if draw.random() < 0.4 else f"planted-{draw.getrandbits(64):x}"
        user = draw.choices(addresses, [5, 3, 1, 1, 1])[0]
        changed = created + datetime.timedelta(days=draw.randrange(400))
        logins.append(
            Login(site.partition(".")[0].title(), f"https://www.{site}/login", user, password, created, changed)
        )
    return logins


def moment(day):
    return datetime.datetime(day.year, day.month, day.day, 12, tzinfo=datetime.UTC)


def stamp(day):
    return moment(day).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def seconds(day):
    return int(moment(day).timestamp())


def table(headings, rows, quoted=False, end="\n"):
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL, lineterminator=end)
    writer.writerow(headings.split(","))
    writer.writerows(rows)
    return text.getvalue().encode()


ITEM = """{"deletedDate": null, "organizationId": null, "folderId": null, "type": 1, "reprompt": 0, "notes": null,
    "favorite": false, "fields": [], "collectionIds": null}"""


def bitwarden_item(login):
    signed_in = {"username": login.user, "password": login.password, "totp": None, "fido2Credentials": []}
    signed_in["passwordRevisionDate"] = stamp(login.changed)
    return {
        "passwordHistory": [{"lastUsedDate": stamp(login.created), "password": "planted-before"}],
        **{"revisionDate": "2026-11-01T12:00:00.000Z", "creationDate": stamp(login.created), "name": login.title},
        **json.loads(ITEM),
        "id": hashlib.sha256(login.url.encode()).hexdigest()[:32],
        "login": {"uris": [{"match": None, "uri": login.url}], **signed_in},
    }


IDENTITY = json.loads("""{"title": "Mx", "firstName": "Robin", "middleName": null, "lastName": "Example",
    "address1": "12 Sample Street", "address2": null, "address3": null, "city": "Sampleton", "state": "Shire",
    "postalCode": "99901", "country": "UT", "company": "Sample Works", "email": "robin@example.org",
    "phone": "+1 555 0100", "ssn": "planted-ssn-6789", "username": "robin_reads", "passportNumber": "planted-pass-4321",
    "licenseNumber": null}""")
CARD = json.loads("""{"cardholderName": "Robin Example", "brand": "Visa", "number": "4111111111111234", "expMonth": "1",
    "expYear": "2030", "code": "planted-cvc"}""")


def bitwarden_whole(logins, more=()):
    return {"encrypted": False, "folders": [], "items": [*map(bitwarden_item, logins), *more]}


def bitwarden(logins, more=()):
    return json.dumps(bitwarden_whole(logins, more), indent=2).encode()


def bitwarden_without(*keys):
    """A writer of exports, and of entries in them, that lack some keys, as older versions and other programs do."""

    def write(logins):
        items = [{key: value for key, value in bitwarden_item(x).items() if key not in keys} for x in logins]
        return json.dumps({"folders": [], "items": items}).encode()

    return write


def bitwarden_list(logins):
    """What ``bw list items`` prints."""
    return json.dumps([{"object": "item", **bitwarden_item(login)} for login in logins]).encode()


def bitwarden_organisation(logins):
    items = [{**bitwarden_item(login), "organizationId": "o", "collectionIds": ["c"]} for login in logins]
    return json.dumps({"collections": [{"id": "c", "name": "All"}], "items": items}).encode()


def proton_pass_json(logins, user="itemUsername", encrypted=False):
    def item(login):
        mail, name = (login.user, "") if "@" in login.user else ("", login.user)
        content = {"itemEmail": mail, user: name, "password": login.password, "urls": [login.url], "totpUri": ""}
        return {
            "itemId": login.title,
            "state": 1,
            "pinned": False,
            "data": {
                "metadata": {"name": login.title, "note": "", "itemUuid": "u"},
                "type": "login",
                "extraFields": [],
                "content": {**content, "passkeys": []},
            },
            "createTime": seconds(login.created),
            "modifyTime": seconds(login.changed),
        }

    vault = {"name": "Personal", "description": "", "items": [item(login) for login in logins]}
    return json.dumps({"version": "1.21.2", "encrypted": encrypted, "userId": "", "vaults": {"v": vault}}).encode()


def enpass_json(logins):
    def fields(login):
        user = "email" if "@" in login.user else "username"
        for kind, value in ((user, login.user), ("password", login.password), ("url", login.url), ("totp", "")):
            yield {"label": kind.title(), "type": kind, "value": value, "sensitive": int(kind == "password")}

    items = [
        {"title": x.title, "template_type": "login.default", "favorite": 0, "note": "", "fields": list(fields(x))}
        for x in logins
    ]
    return json.dumps({"folders": [{"title": "f", "uuid": "f", "parent_uuid": ""}], "items": items}).encode()


def keyed(keys, whole, more=()):
    """A writer of JSON whose entries have these keys: behind the colon stands what of a login is below it."""
    pairs = [key.partition(":") for key in keys.split(",")]

    def write(logins):
        entries = [{key: getattr(login, part) if part else "" for key, _, part in pairs} for login in logins]
        return json.dumps({whole: [{**entry, **dict(more)} for entry in entries], "shared_folders": []}).encode()

    return write


def bitwarden_zip(logins):
    return zipped({"data.json": bitwarden(logins), "attachments/x/photo.jpg": b"\xff\xd8"})


def zipped(members, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def bitwarden_protected(logins, kdf=0, iterations=5_000, memory=16, lanes=2, password=FILE_PASSWORD):
    """Written from the description of the format, by other functions than it is read with."""
    salt = base64.b64encode(b"sixteen bytes ok").decode()
    if kdf == 0:
        key = hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), iterations)
    else:
        hashed = hashlib.sha256(salt.encode()).digest()
        key = Argon2id(salt=hashed, length=32, iterations=iterations, lanes=lanes, memory_cost=memory * 1024).derive(
            password.encode()
        )
    # HKDF-Expand of one block: RFC 5869, Section 2.3.
    encryption, authentication = (hmac.new(key, info + b"\x01", "sha256").digest() for info in (b"enc", b"mac"))

    def sealed(plain):
        nonce = b"0123456789abcdef"
        fill = 16 - len(plain) % 16
        encryptor = Cipher(algorithms.AES(encryption), modes.CBC(nonce)).encryptor()
        content = encryptor.update(plain + bytes([fill]) * fill) + encryptor.finalize()
        tag = hmac.new(authentication, nonce + content, "sha256").digest()
        return "2." + "|".join(base64.b64encode(part).decode() for part in (nonce, content, tag))

    keys = {"kdfType": kdf, "kdfIterations": iterations}
    costs = {"kdfMemory": memory if kdf else None, "kdfParallelism": lanes if kdf else None}
    check = sealed(b"00000000-0000-4000-8000-000000000000")
    locked = {"encrypted": True, "passwordProtected": True, "salt": salt, **keys, **costs}
    return json.dumps({**locked, "encKeyValidation_DO_NOT_EDIT": check, "data": sealed(bitwarden(logins))}).encode()


def onepassword_item(number, login):
    names = {"id": "", "name": "u"}
    fields = [
        {"value": login.user, **names, "fieldType": "T", "designation": "username"},
        {"value": login.password, **names, "fieldType": "P", "designation": "password"},
    ]
    before = [{"value": "planted-before", "time": 1}]
    return {
        **{"uuid": str(number), "favIndex": 0, "state": "active", "categoryUuid": "001"},
        **{"createdAt": seconds(login.created), "updatedAt": seconds(login.changed)},
        "details": {"loginFields": fields, "notesPlain": "", "sections": [], "passwordHistory": before},
        "overview": {
            "urls": [{"label": "website", "url": login.url}],
            "title": login.title,
            "url": login.url,
            "tags": [],
        },
    }


def onepassword_whole(logins, more=()):
    items = [onepassword_item(number, login) for number, login in enumerate(logins)]
    vault = {"attrs": {"uuid": "v", "name": "Private", "type": "P"}, "items": [*items, *more]}
    attrs = {"accountName": "Robin", "name": "Robin", "email": "robin@example.org", "uuid": "a", "domain": "x"}
    return {"accounts": [{"attrs": attrs, "vaults": [vault]}]}


def onepassword(logins, more=()):
    attributes = json.dumps({"version": 3, "description": "1Password Unencrypted Export", "createdAt": 1})
    whole = json.dumps(onepassword_whole(logins, more))
    return zipped({"export.attributes": attributes.encode(), "export.data": whole.encode(), "files/x__a.png": b"x"})


def keepass_entry(login, inner=""):
    texts = {"Notes": "", "Password": login.password, "Title": login.title, "URL": login.url, "UserName": login.user}
    strings = "".join(
        f"<String><Key>{key}</Key><Value ProtectInMemory='{key == 'Password'}'>{escape(value)}</Value></String>"
        for key, value in texts.items()
    )
    times = (
        f"<Times><LastModificationTime>{stamp(login.changed)}</LastModificationTime>"
        f"<CreationTime>{stamp(login.created)}</CreationTime></Times>"
    )
    return f"<Entry><UUID>eA==</UUID>{times}{strings}<AutoType><Enabled>True</Enabled></AutoType>{inner}</Entry>"


def keepass_xml(logins, binned=()):
    old = Login("Old", "https://www.old.example", "before", "planted-before", DAY, DAY)
    history = f"<History>{keepass_entry(old)}</History>"
    entries = "".join(keepass_entry(login, history) for login in logins)
    deleted = "".join(map(keepass_entry, binned))
    return (
        '<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n'
        "<KeePassFile><Meta><Generator>KeePass</Generator><RecycleBinUUID>YmluYmluYmluYmlu</RecycleBinUUID></Meta>"
        f"<Root><Group><UUID>cm9vdA==</UUID><Name>Root</Name>{entries}"
        f"<Group><UUID>YmluYmluYmluYmlu</UUID><Name>Bin</Name>{deleted}</Group></Group></Root></KeePassFile>"
    ).encode()


def cxf(logins, plain=False):
    def field(value, kind):
        return value if plain else {"id": "eA", "fieldType": kind, "value": value}

    def item(login):
        names = {"username": field(login.user, "string"), "password": field(login.password, "concealed-string")}
        return {
            **{"id": "eA", "title": login.title},
            **{"creationAt": seconds(login.created), "modifiedAt": seconds(login.changed)},
            "scope": {"urls": [login.url], "androidApps": []},
            "credentials": [{"type": "basic-auth", **names}],
        }

    account = {"id": "eA", "username": "robin", "email": "robin@example.org", "collections": []}
    accounts = [{**account, "items": list(map(item, logins))}]
    exporter = {"exporterRpId": "exporter.example", "exporterDisplayName": "Exporter", "timestamp": 1_700_000_000}
    return json.dumps({"version": {"major": 1, "minor": 0}, **exporter, "accounts": accounts}).encode()


def firefox(logins):
    return columns(
        "url:url,username:user,password:password,httpRealm,formActionOrigin:url,guid:{guid},timeCreated:created_ms,"
        "timeLastUsed:changed_ms,timePasswordChanged:changed_ms",
        quoted=True,
    )(logins).replace(b"\n", b"\r\n")


def columns(headings, quoted=False):
    """A writer of tables: behind the colon of a heading stands what of a login is below it, or what always is."""
    columns = [heading.partition(":") for heading in headings.split(",")]

    def write(logins):
        rows = [[getattr(login, part, part) for _, _, part in columns] for login in logins]
        return table(",".join(heading for heading, _, _ in columns), rows, quoted)

    return write


keeper_json = keyed("title:title,login:user,password:password,login_url:url,notes", "records", {"custom_fields": {}})
NORDPASS = (
    "name:title,url:url,username:user,password:password,note,cardholdername,cardnumber,cvc,expirydate,zipcode,folder,"
    "full_name,phone_number,email,address1,address2,city,country,state,type:kind"
)
WRITERS = {
    "Bitwarden JSON": bitwarden,
    "Bitwarden CSV": columns(
        "folder,favorite,type:login,name:title,notes,fields,reprompt:0,login_uri:url,login_username:user,"
        "login_password:password,login_totp"
    ),
    "1Password CSV": columns(
        "Title:title,Url:url,Username:user,Password:password,OTPAuth,Favorite:false,Archived:false,Tags,Notes"
    ),
    "KeePassXC CSV": columns(
        "Group:Root,Title:title,Username:user,Password:password,URL:url,Notes,TOTP,Icon:0,Last Modified:changed_at,"
        "Created:created_at",
        quoted=True,
    ),
    "Bitwarden JSON before 2020": bitwarden_without(),
    "Bitwarden JSON of another program": bitwarden_without("type", "fields", "collectionIds", "organizationId"),
    "Bitwarden JSON of an organisation": bitwarden_organisation,
    "Bitwarden's command line": bitwarden_list,
    "Proton Pass JSON": proton_pass_json,
    "older Proton Pass JSON": lambda logins: proton_pass_json(logins, user="username"),
    "Enpass JSON": enpass_json,
    "Dashlane JSON": keyed(
        "title:title,domain:url,login:handle,email:mail,secondaryLogin,password:password,note", "AUTHENTIFIANT"
    ),
    "Keeper JSON": keeper_json,
    "1Password 7 CSV": columns(
        "ainfo,autosubmit,notesPlain,password:password,scope,tags,title:title,type:Login,urls:two_urls,username:user"
    ),
    "KeePass 1 CSV": columns("Account:title,Login Name:user,Password:password,Web Site:url,Comments", quoted=True),
    "KeePass XML": keepass_xml,
    "CXF": cxf,
    "CXF of plain texts": lambda logins: cxf(logins, plain=True),
    "Firefox": firefox,
    "Chrome": columns("name:title,url:url,username:user,password:password,note"),
    "Apple": columns("Title:title,URL:url,Username:user,Password:password,Notes,OTPAuth"),
    "LastPass": columns("url:url,username:user,password:password,totp,extra,name:title,grouping,fav:0"),
    "Proton Pass": columns("name:title,url:url,username:user,password:password,note,totp"),
    "newer Proton Pass": columns(
        "type:login,name:title,url:url,email:mail,username:handle,password:password,note,totp,createTime:created_second,"
        "modifyTime:changed_second,vault:Personal"
    ),
    "NordPass": columns(NORDPASS),
    "Dashlane": columns("username:user,username2,username3,title:title,password:password,note,url:url,category,otpUrl"),
    "RoboForm": columns("Name:title,Url:url,MatchUrl:url,Login:user,Pwd:password,Note,Folder,RfFieldsV2"),
}
"""Programs whose files say the same of every login, except that some have no titles and many no dates."""

DATED = {
    *("Bitwarden JSON", "Bitwarden JSON before 2020", "Bitwarden JSON of another program"),
    *("Bitwarden JSON of an organisation", "Bitwarden's command line", "Proton Pass JSON", "older Proton Pass JSON"),
    *("KeePassXC CSV", "KeePass XML", "CXF", "CXF of plain texts", "Firefox", "newer Proton Pass"),
}
UNTITLED = {"Firefox"}
