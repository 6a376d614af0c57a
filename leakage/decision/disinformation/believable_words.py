"""Words of made-up values: names, places and things that belong to nobody, in several scripts."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


GIVEN_NAMES = _listed(
    "Robin,Alex,Sam,Jordan,Taylor,Morgan,Casey,Jamie,Riley,Avery,Quinn,Rowan,Skyler,Emery,Hayden,Marlow"
)
FAMILY_NAMES = _listed(
    "Ashgrove,Bellwick,Thornby,Quillon,Merrowdale,Fernhollow,Wickstead,Larkmoor,Stonebeck,Underbridge,"
    "Hollowell,Greymarsh,Oakhurstly,Penwithy,Dunmarrow,Saltersby"
)
CITIES = _listed(
    "Sampleton,Northbrook,Millhaven,Eastmere,Fairwater,Oldbridge,Pinehurst,Redcliff,Westford,Lakemoor,"
    "Ashbourne,Stonewell"
)
STREETS = _listed(
    "Mill Lane,Orchard Road,Chapel Street,Station Road,Harbour Way,Willow Close,Meadow Lane,"
    "Quarry Hill,Garden Street,Bridge Street"
)
EMPLOYERS = _listed(
    "Sample Works,Northbrook Bakery,Millhaven Logistics,Fairwater Insurance,Oldbridge Printing,"
    "Lakemoor Software,Eastmere Dairy,Redcliff Hotel,Westford Museum,Pinehurst Timber"
)
JOBS = _listed(
    "gardener,accountant,nurse,carpenter,librarian,electrician,translator,baker,driver,surveyor,teacher,technician"
)
CONDITIONS = _listed(
    "hay fever,asthma,migraine,back pain,high blood pressure,eczema,insomnia,broken wrist,tinnitus,"
    "lactose intolerance,gout,vertigo"
)
MEDICINES = _listed(
    "hay fever tablets,asthma spray,migraine tablets,blood pressure tablets,skin cream,eye drops,"
    "cough syrup,iron tablets,antacid,nasal spray"
)
NATIONALITIES = _listed(
    "Norwegian,Portuguese,Canadian,Irish,Dutch,Chilean,Greek,Finnish,Korean,Kenyan,Austrian,Uruguayan"
)
RELATIONSHIPS = _listed("single,married,divorced,widowed,engaged,separated,living together")
FAITHS = _listed("none,faith A,faith B,faith C,faith D")
VIEWS = _listed("party A,party B,party C,party D,no party")
PETS = _listed("Biscuit,Pepper,Tofu,Waffles,Mossy,Pickle,Button,Nutmeg,Domino,Clover")
WORDS = _listed(
    "amber,birch,copper,delta,ember,falcon,garnet,harbour,indigo,juniper,kestrel,linen,maple,nickel,"
    "opal,pepper,quartz,raven,silver,tundra,umber,violet,willow,yarrow,zephyr"
)


@dataclass(frozen=True, slots=True)
class Script:
    """How people are called where a script is written.

    Arguments:
        given: given names.
        family: family names that nobody is known to have.
        cities: towns that are on no map.
        family_first: whether the family name comes first.
        gap: what stands between the two.
    """

    given: tuple[str, ...]
    family: tuple[str, ...]
    cities: tuple[str, ...]
    family_first: bool = False
    gap: str = " "


LATIN = Script(GIVEN_NAMES, FAMILY_NAMES, CITIES)

SCRIPTS = {
    "CYRILLIC": Script(
        _listed("Саша,Женя,Валя,Слава,Никита,Паша,Лера,Мила,Юра,Тоня"),
        _listed("Тихоречко,Верболуг,Дальневет,Белоструй,Лугомир,Каменвяз,Звонорос,Светлояр"),
        _listed("Тихореченск-Новый,Белолугово,Каменовяз,Дальнеструйск,Звонково Поле"),
    ),
    "GREEK": Script(
        _listed("Άλεξ,Νίκη,Φώτης,Ρένα,Στέλιος,Δάφνη,Πέτρος,Ήρα"),
        _listed("Ασπροβουνίδης,Καλαμορράχης,Πετρολίβαδος,Θυμαρόκηπος,Ελαιόμυλος,Νεροχώρης"),
        _listed("Ασπρολίβαδο,Καλαμορράχη,Πετρόμυλος,Θυμαρόκηπος"),
    ),
    "CJK": Script(
        _listed("明禾,安树,小岚,知远,青禾,云起,秋实,晴川"),
        _listed("云溪,松岚,石桥,青麓,远汀,竹泊"),
        _listed("云溪镇,松岚市,青麓县,远汀镇"),
        family_first=True,
        gap="",
    ),
    "HIRAGANA": Script(
        _listed("あおい,みなと,ひなた,つかさ,かおる,まこと"),
        _listed("あさぎり沢,しらほ野,とおなぎ,みずくも,かぜふえ"),
        _listed("しらほ野市,とおなぎ町,みずくも村"),
        family_first=True,
    ),
    "HANGUL": Script(
        _listed("하늘,가람,새벽,나루,다온,시내,바다,미르"),
        _listed("솔뫼,은내,별뜰,돌샘,안개골"),
        _listed("솔뫼시,은내군,별뜰읍,돌샘면"),
        family_first=True,
    ),
    "ARABIC": Script(
        _listed("نور,سلام,جود,رضا,إحسان,ضياء,وسام,تيم"),
        _listed("الوادلين,السروميل,الندابي,الريحطان,الصفوندي,الغيملي"),
        _listed("وادي السرو الجديد,ندابة,ريحطان,صفوند"),
    ),
    "HEBREW": Script(
        _listed("נועם,שקד,רותם,עדי,טל,יובל,גל,שחר"),
        _listed("אבניאור,תמרדל,גבעולן,נחלגיל,הרצוק,עמקרון"),
        _listed("גבעולן,נחלגיל,עמקרון,הרצוק"),
    ),
    "DEVANAGARI": Script(
        _listed("किरण,ज्योति,सुमन,रोशन,चंदन,नीलम,आकाश,तरुण"),
        _listed("नदीवाला,पहाड़िया,वनकर,सागरनी,मेघवारी,दीपकुंज"),
        _listed("नदीपुरम,वनकरपुर,मेघवारी,दीपकुंजनगर"),
    ),
}
SCRIPTS["KATAKANA"] = SCRIPTS["HIRAGANA"]


def script_of(text: str) -> Script:
    """The script a value is written in; Latin where it is none of the others here.

    >>> script_of("Ελένη") is SCRIPTS["GREEK"], script_of("42") is LATIN
    (True, True)
    """
    names = [unicodedata.name(letter, "").split(" ")[0] for letter in text if letter.isalpha()]
    # Kana beside Chinese characters is Japanese.
    wanted = next((name for name in names if name in ("HIRAGANA", "KATAKANA")), names[0] if names else "")
    return SCRIPTS.get(wanted, LATIN)
