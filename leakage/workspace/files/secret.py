"""What is never kept: passwords, codes, keys, answers and numbers of cards, whatever table or text they lie in."""

from __future__ import annotations

import functools
import hashlib
import re
import secrets

from leakage.workspace.files.text import LONGEST, cleaned, lists, plain, squeezed

KEY = bytearray(secrets.token_bytes(64))
"""The key of this process. A child is given its parent's, so that passwords read here and there are compared."""


def tag_of(password: object) -> bytes | None:
    """A keyed hash (BLAKE2b, RFC 7693) by which passwords are compared; None for anything but a filled text.

    The key is drawn anew for every process, and nothing writes it down, so nobody can try passwords on what is read.

    >>> tag_of("moon") == tag_of("moon"), tag_of("moon") == tag_of("sun"), tag_of("")
    (True, False, None)
    """
    if not isinstance(password, str) or not password:
        return None
    return hashlib.blake2b(password.encode("utf-8", "surrogatepass"), key=KEY, digest_size=16).digest()


# Headings whose cells are secrets, in the languages of people's tables.


@functools.cache
def _secrets(what: str) -> frozenset[str]:
    return frozenset(map(squeezed, lists("logins.toml")["secrets"][what]))


_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+[a-z]*|[^\W\da-zA-Z_]+")


def is_secret(heading: str) -> bool:
    """Whether a column, field or line so called holds a password, code, key, answer or number of a card.

    >>> is_secret("Login_Password"), is_secret("My PIN code"), is_secret("SecretData"), is_secret("cardNumber")
    (True, True, True, True)
    >>> is_secret("Opinion"), is_secret("Post code"), is_secret("Passport"), is_secret("Country_code")
    (False, False, False, False)
    """
    name = squeezed(heading)
    if any(stem in name for stem in _secrets("stems")):
        return True
    words = [plain(word) for word in _PART.findall(heading[:200])]
    found = _secrets("words").intersection(words)
    return bool(found) and not (found <= _secrets("codes") and _secrets("harmless").intersection(words))


# Values that are secrets wherever they stand.
_DIGITS = re.compile(r"(?<![\w.+-])(?:\d[ \u00a0-]?){12,18}\d(?!\w)")
_MARKS = re.compile(
    r"otpauth(?:-migration)?:|-----BEGIN|ssh-(?:rsa|ed25519|dss) |\beyJ[\w-]{10,}\."
    r"|\b(?:ghp|gho|sk|pk|rk|xox[abp])[_-]\w{12,}|\bAKIA[0-9A-Z]{12,}|\{REF:P@|://[^/\s:]*:[^/\s@]*@",
    re.IGNORECASE,
)
# Runs of blanks are bounded, so that the search stays linear.
_NAMED = re.compile(
    r"(?:^|[\r\n;,|{(\t]) {0,20}[\"']?([^\r\n:=;,|{}\"']{1,40}?)[\"']?[^\S\r\n]{0,20}[:=]+\s*\S", re.MULTILINE
)
_INLINE = re.compile(
    r"\b(?:passwor[dt]|passphrase|passcode|pwd|pin|cvv|cvc|kennwort|otp|totp)\b\s*(?:[:=]|is\b|ist\b)\s*\S"
    r"|\b(?:pin|puk|tan|cvv|cvc|otp)\s+\d{3}",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"\b[A-Za-z0-9_]{28,}|(?<![:/\w.-])[A-Za-z0-9+/_=-]{40,}")
_SEED = re.compile(r"(?=[A-Za-z2-7 =]*[2-7])(?:[A-Z2-7]{4}(?: ?[A-Z2-7]{4}){3,}|[a-z2-7]{4}(?: [a-z2-7]{4}){3,})=*")


def is_card_number(text: str) -> bool:
    """Whether digits, with blanks or strokes between, have the check digit of a card (ISO/IEC 7812-1, Luhn)."""
    digits = [int(character) for character in text[:LONGEST] if character.isdecimal()]
    if not 13 <= len(digits) <= 19 or digits[0] not in range(2, 7):
        return False
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[-2::-2])
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def holds_secret(text: str) -> bool:
    """Whether a text contains a key, seed, card number or a line that names a password.

    >>> holds_secret("otpauth://totp/x?secret=A"), holds_secret("my 4111-1111-1111-1111"), holds_secret("PIN: 1")
    (True, True, True)
    >>> holds_secret("Fish & Chips"), holds_secret("+49 151 23456789"), holds_secret("https://shop.example/a?b=c")
    (False, False, False)
    """
    if len(text) < 12 and text.isalnum():
        return False
    if _MARKS.search(text) or _SEED.fullmatch(text) or _INLINE.search(text):
        return True
    if any(is_card_number(run[0]) for run in _DIGITS.finditer(text)):
        return True
    tokens = (run[0] for run in _TOKEN.finditer(text) if run[0].count("-") < 5)
    mixed = any(any(map(str.isdecimal, token)) and any(map(str.isalpha, token)) for token in tokens)
    return mixed or any(is_secret(line[1]) for line in _NAMED.finditer(text))


def looks_random(text: str) -> bool:
    """Whether a cell could be a password: one word of letters mixed with digits or signs.

    >>> looks_random("hunter-moon-1"), looks_random("Tr0ub4dor&3"), looks_random("moon"), looks_random("2020-01-31")
    (True, True, False, False)
    """
    text = text.strip()
    is_word = 6 <= len(text) <= 200 and not any(map(str.isspace, text))
    # Letters with digits are two kinds.
    return is_word and any(map(str.isalpha, text)) and any(map(str.isdecimal, text))


def kept(value: object) -> str:
    """A text as it may be kept: cleaned, and empty where it holds a secret."""
    text = cleaned(value)
    # Line by line, as it stands in the file.
    return "" if text and holds_secret(str(value)) else text


def last_four(number: object) -> str:
    """A number of a card, an account or a document by its last four characters; empty where that would be all of it.

    >>> last_four("4111 1111 1111 1234"), last_four("************1234"), last_four("12"), last_four(4111111111111111)
    ('ends in 1234', 'ends in 1234', '', 'ends in 1111')
    """
    text = cleaned(str(number) if isinstance(number, int) and not isinstance(number, bool) else number)
    bare = re.sub(r"[^0-9A-Za-z]", "", text)
    masked = len(bare) < len(text)
    return f"ends in {bare[-4:]}" if len(bare) > 4 or (len(bare) == 4 and masked) else ""
