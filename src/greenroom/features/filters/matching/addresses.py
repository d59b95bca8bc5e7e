"""Addresses in a message, however they are spelled."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from greenroom.features.filters.matching.lookalikes import FOLDED
from greenroom.features.filters.matching.normalization import original_span, origins, plain
from greenroom.features.filters.matching.top_level_domains import (
    ALL_DOMAINS,
    COMMON_DOMAINS,
    NON_LATIN_DOMAINS,
    WORD_DOMAINS,
)

# A piece of a message that may hold an address: up to a slash without anything that ends a word in a sentence, after it
# up to the next space. Nothing in it can be matched in two ways, so it is found in one pass.
_PIECE = re.compile(r"""[^\s/\\()\[\]{}<>"'`,;|*]+(?:[/\\][^\s<>"`|]*)?""")
_SCHEMES: Final = ("http", "https", "ftp", "hxxp", "hxxps", "ws", "wss")
_CLOSING: Final = ".,!?:;'*_~…-"
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}
_PORT = re.compile(r":\d{1,5}$")
_NUMBERS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_LABEL = re.compile(r"[a-z0-9_\-]+")
_ENDS: Final = "|".join(sorted(COMMON_DOMAINS, key=len, reverse=True))
# "name dot com", "name (dot) com", "name . com", "name .com". What stands before it is looked for backwards.
# A run of spaces is tried once, from its beginning: from each of its spaces, a long one would take for ever.
_SPELLED = re.compile(rf"(?<!\s)(?:\s*[(\[{{<]\s*(?:dot|\.)\s*[)\]}}>]\s*|\s+dot\s+|\s+\.\s*)({_ENDS})(?![\w-])(/\S*)?")
_NAME_CHARACTER = re.compile(r"[\w\-.]")
_KNOWN = ALL_DOMAINS | frozenset(NON_LATIN_DOMAINS) | frozenset(plain(ending) for ending in NON_LATIN_DOMAINS)
MAX_HOST_LENGTH: Final = 253
# Of an entry of a list: the scheme in front of it.
_SCHEME = re.compile(r"[a-z][a-z0-9+.\-]*://+")
# Letters, digits and the signs that mean the same with and without encoding.
_NEEDLESS = re.compile(r"%(?:2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f|7e)", re.IGNORECASE)


class Address(msgspec.Struct, frozen=True):
    """`host` and `path` as a browser would take them; `read_host` as a person reads it, look-alikes folded."""

    host: str
    path: str
    read_host: str
    start: int
    end: int
    # "name dot com": no browser follows it, people do.
    is_spelled_out: bool = False
    # Letters in it were read as others, which a browser does with a name, not with a path.
    is_reread: bool = False

    @property
    def shown(self) -> str:
        return self.host + self.path


class _Parsed(msgspec.Struct, frozen=True):
    host: str
    path: str
    # Without a scheme or anything else that only an address has.
    is_bare: bool


def find_addresses(text: str, read: str) -> tuple[Address, ...]:
    """`read` is `plain(text)`."""
    if "." not in read and "dot" not in read and "://" not in read and ":\\\\" not in read:
        return ()
    written = [piece for piece in _PIECE.finditer(read) if _is_worth_parsing(piece.group())]
    spelled = list(_SPELLED.finditer(read)) if "dot" in read or " ." in read or ("." in read and _opens(read)) else []
    if not written and not spelled:
        return ()
    places = origins(text)
    found = [*_written(text, written, places), *_spelled_out(read, spelled, places)]
    found.sort(key=lambda one: one.start)
    return tuple(found)


def _opens(read: str) -> bool:
    return "(" in read or "[" in read or "{" in read or "<" in read


def _is_worth_parsing(piece: str) -> bool:
    return "." in piece or ":/" in piece or ":\\" in piece


def _written(text: str, pieces: Iterable[re.Match[str]], places: Sequence[int]) -> Iterator[Address]:
    for piece in pieces:
        kept = _without_closing(piece.group())
        read = _parse(kept)
        if read is None:
            continue
        start, end = original_span(places, piece.start(), piece.start() + len(kept))
        raw = text[start:end]
        if read.is_bare and _is_sentence(read, raw):
            continue
        is_reread = not raw.isascii()
        true = (_parse(_as_browsers_read(raw)) or read) if is_reread else read
        host = _machine_name(true.host)
        yield Address(host, true.path, _reader_name(read.host), start, end, is_reread=is_reread)


def _spelled_out(read: str, endings: Iterable[re.Match[str]], places: Sequence[int]) -> Iterator[Address]:
    for ending in endings:
        first = ending.start()
        while first > 0 and ending.start() - first < MAX_HOST_LENGTH and _NAME_CHARACTER.match(read[first - 1]):
            first -= 1
        name = read[first : ending.start()].strip("._-")
        if not name:
            continue
        host = f"{name}.{ending.group(1)}"
        start, end = original_span(places, first, ending.end())
        yield Address(host, ending.group(2) or "", host, start, end, is_spelled_out=True)


def _without_closing(piece: str) -> str:
    """Without the punctuation of the sentence it stands in."""
    spare = {closing: piece.count(closing) - piece.count(opening) for closing, opening in _PAIRS.items()}
    end = len(piece)
    while end > 0:
        last = piece[end - 1]
        if last not in _CLOSING and spare.get(last, 0) <= 0:
            break
        if last in spare:
            spare[last] -= 1
        end -= 1
    return piece[:end]


def _parse(piece: str) -> _Parsed | None:
    piece = piece.replace("\\", "/")
    # Browsers take one slash for two, and five as well.
    before, mark, rest = piece.partition(":/")
    if mark and before.endswith(_SCHEMES):
        host, path = _host_and_path(rest.lstrip("/"))
        return _Parsed(host, path, is_bare=False) if any(each.isalnum() for each in host) else None
    host, path = _host_and_path(piece)
    has_port_or_path = bool(path) or bool(_PORT.search(piece))
    if _NUMBERS.fullmatch(host):
        return _Parsed(host, path, is_bare=False) if has_port_or_path else None
    if len(host) > MAX_HOST_LENGTH or not _is_name(host):
        return None
    return _Parsed(host, path, is_bare=not has_port_or_path and not host.startswith("www."))


def _host_and_path(rest: str) -> tuple[str, str]:
    cut = min((at for at in (rest.find(mark) for mark in "/?#") if at >= 0), default=len(rest))
    authority, path = rest[:cut], rest[cut:]
    # What stands before an @ is a name to log in with: the address is what follows.
    host = _PORT.sub("", authority.rpartition("@")[2])
    host = host.rpartition(":")[2].strip(".-_~!&=+%^…")
    return host, "" if path == "/" else path


def _is_name(host: str) -> bool:
    *labels, ending = host.split(".")
    is_known = ending in _KNOWN or ending.startswith("xn--") or (host.startswith("www.") and len(labels) > 1)
    if not labels or not is_known:
        return False
    return all(label and (_LABEL.fullmatch(label) or not label.isascii()) for label in labels)


def _is_sentence(read: _Parsed, raw: str) -> bool:
    """`Nice.It was fun`: a full stop without its space."""
    name, _, ending = raw.rpartition(".")
    is_next = ending[:1].isupper() and ending[1:].islower() and ending.lower() in WORD_DOMAINS
    return is_next and "." not in name and read.host.count(".") == 1


def _as_browsers_read(raw: str) -> str:
    """What is unseen is left out and wide letters are narrow; a Cyrillic letter stays one."""
    return unicodedata.normalize("NFKC", raw.translate(_UNSEEN)).casefold()


_DOTS = {ord(dot): "." for dot in "\u3002\uff0e\uff61\u2024"}
_UNSEEN = {point: None for point, letter in FOLDED.items() if letter is None and not 0x300 <= point <= 0x36F} | _DOTS


def _machine_name(host: str) -> str:
    """As it is asked for in the net, so that two spellings of one site are one."""
    if host.isascii() or len(host) > MAX_HOST_LENGTH:
        return host.removeprefix("www.")
    try:
        return host.encode("idna").decode().removeprefix("www.")
    except UnicodeError:
        return host.removeprefix("www.")


def _reader_name(host: str) -> str:
    """As people read it: `xn--` names are written out, look-alikes folded."""
    if "xn--" not in host or len(host) > MAX_HOST_LENGTH:
        return host.removeprefix("www.")
    try:
        return plain(host.encode().decode("idna")).removeprefix("www.")
    except UnicodeError:
        return host.removeprefix("www.")


class AddressPattern:
    """An entry of a list: `clips.example`, `*.clips.example`, `tunic.wiki/*` or `discord.example/juniper`."""

    __slots__ = ("_host", "_path", "_read_host")

    def __init__(self, pattern: str) -> None:
        bare = pattern.strip().casefold().replace("\\", "/")
        scheme = _SCHEME.match(bare)
        bare = bare[scheme.end() :] if scheme else bare
        host, _, path = bare.partition("/")
        host = host.removeprefix("www.").strip(".")
        self._host = _machine_name(host)
        self._read_host = plain(host)
        self._path = _page(path)

    @property
    def is_empty(self) -> bool:
        """Without a name, as `https://` alone is, from which `https:` is left."""
        return self._host.endswith(":") or not any(each.isalnum() for each in self._host)

    def allows(self, address: Address) -> bool:
        """Only what really leads there: a name that merely looks like it is another site."""
        if not _fits(self._host, address.host):
            return False
        # What only looks like `..` leads nowhere: nobody can say which page such a path opens.
        is_unclear = bool(self._path) and address.is_reread and _page(address.path) != address.path.strip("/")
        return not is_unclear and self._fits_path(address)

    def blocks(self, address: Address) -> bool:
        is_there = _fits(self._host, address.host) or _fits(self._read_host, address.read_host)
        return is_there and self._fits_path(address)

    def _fits_path(self, address: Address) -> bool:
        if not self._path:
            return True
        path = _page(address.path)
        if "*" in self._path:
            return _fits(self._path, path)
        # The page itself, what lies below it, and the page with something asked of it.
        return path == self._path or path.startswith((self._path + "/", self._path + "?", self._path + "#"))


# The same address is compared with each entry of a list.
@lru_cache(256)
def _page(path: str) -> str:
    """The path that a browser asks for, so that `/page/../x`, `/./x`, `/%78` and `\\x` are all `x`."""
    path = path.casefold().replace("\\", "/")
    if "%" in path:
        path = _NEEDLESS.sub(_decoded, path).casefold()
    asked = min((at for at in (path.find(mark) for mark in "?#") if at >= 0), default=len(path))
    if "." in path[:asked]:
        path = _without_dots(path[:asked]) + path[asked:]
    return path.strip("/")


def _decoded(found: re.Match[str]) -> str:
    return chr(int(found.group()[1:], 16))


def _without_dots(path: str) -> str:
    """Each `..` takes back the piece before it; beyond the beginning there is nothing to take."""
    *pieces, last = path.removeprefix("/").split("/")
    kept: list[str] = []
    for piece in pieces:
        if piece == "..":
            del kept[-1:]
        elif piece != ".":
            kept.append(piece)
    if last == "..":
        del kept[-1:]
    return "/".join([*kept, "" if last in {".", ".."} else last])


def _fits(pattern: str, text: str) -> bool:
    """`*` stands for anything; each piece is looked for once, so that it takes one pass."""
    first, *others = pattern.split("*")
    if not others:
        return pattern == text
    last = others.pop()
    if len(text) < len(first) + len(last) or not text.startswith(first) or not text.endswith(last):
        return False
    at, end = len(first), len(text) - len(last)
    for piece in others:
        at = text.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return True
