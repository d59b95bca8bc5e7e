"""Finds web addresses in a message, including obfuscated ones, and matches them against patterns."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from greenroom.features.filters.matching.lookalikes import LOOKALIKE_TABLE
from greenroom.features.filters.matching.normalization import original_offsets, original_span, plain
from greenroom.features.filters.matching.top_level_domains import (
    ALL_DOMAINS,
    COMMON_DOMAINS,
    NON_LATIN_DOMAINS,
    WORD_DOMAINS,
)

# Candidate for an address: characters other than spaces, brackets and quotes; after a slash nearly all but spaces.
# Unambiguous, so that matching is linear.
_CANDIDATE = re.compile(r"""[^\s/\\()\[\]{}<>"'`,;|*]+(?:[/\\][^\s<>"`|]*)?""")
_SCHEMES: Final = ("http", "https", "ftp", "hxxp", "hxxps", "ws", "wss")
_TRAILING_PUNCTUATION: Final = ".,!?:;'*_~…-"
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}
_PORT = re.compile(r":\d{1,5}$")
_IPV4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_LABEL = re.compile(r"[a-z0-9_\-]+")
_SPELLED_DOMAINS: Final = "|".join(sorted(COMMON_DOMAINS, key=len, reverse=True))
# "name dot com", "name (dot) com", "name . com", "name .com"; the name is searched backwards from here.
# The lookbehind lets a match begin only at the first space of a run: beginning at every space would be quadratic.
_SPELLED = re.compile(
    rf"(?<!\s)(?:\s*[(\[{{<]\s*(?:dot|\.)\s*[)\]}}>]\s*|\s+dot\s+|\s+\.\s*)({_SPELLED_DOMAINS})(?![\w-])(/\S*)?"
)
_NAME_CHARACTER = re.compile(r"[\w\-.]")
_TOP_LEVEL_DOMAINS = (
    ALL_DOMAINS | frozenset(NON_LATIN_DOMAINS) | frozenset(plain(ending) for ending in NON_LATIN_DOMAINS)
)
MAX_HOST_LENGTH: Final = 253
# The scheme that an entry of an allowlist or blocklist may begin with.
_SCHEME = re.compile(r"[a-z][a-z0-9+.\-]*://+")
# Percent-encoded characters that never need encoding.
_NEEDLESSLY_ENCODED = re.compile(r"%(?:2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f|7e)", re.IGNORECASE)


class Address(msgspec.Struct, frozen=True):
    """`host` and `path` are what a browser opens; `read_host` has the letters that a person sees in the host."""

    host: str
    path: str
    read_host: str
    start: int
    end: int
    # Written like "name dot com".
    is_spelled_out: bool = False
    # Browsers open a path with the non-ASCII characters as typed; here they are normalized.
    has_non_ascii: bool = False

    @property
    def shown(self) -> str:
        return self.host + self.path


class _Parsed(msgspec.Struct, frozen=True):
    host: str
    path: str
    # Without scheme, port, path or www.
    is_bare: bool


def find_addresses(text: str, plain_text: str) -> tuple[Address, ...]:
    """Addresses in the order they appear in `text`; `plain_text` is `plain(text)`."""
    if "." not in plain_text and "dot" not in plain_text and "://" not in plain_text and ":\\\\" not in plain_text:
        return ()
    written = [piece for piece in _CANDIDATE.finditer(plain_text) if _may_be_address(piece.group())]
    spelled = (
        list(_SPELLED.finditer(plain_text))
        if "dot" in plain_text or " ." in plain_text or ("." in plain_text and _has_bracket(plain_text))
        else []
    )
    if not written and not spelled:
        return ()
    offsets = original_offsets(text)
    found = [*_find_written(text, written, offsets), *_find_spelled_out(plain_text, spelled, offsets)]
    found.sort(key=lambda one: one.start)
    return tuple(found)


def _has_bracket(plain_text: str) -> bool:
    return "(" in plain_text or "[" in plain_text or "{" in plain_text or "<" in plain_text


def _may_be_address(piece: str) -> bool:
    return "." in piece or ":/" in piece or ":\\" in piece


def _find_written(text: str, pieces: Iterable[re.Match[str]], offsets: Sequence[int]) -> Iterator[Address]:
    for piece in pieces:
        candidate = _without_punctuation(piece.group())
        parsed = _parse(candidate)
        if parsed is None:
            continue
        start, end = original_span(offsets, piece.start(), piece.start() + len(candidate))
        raw = text[start:end]
        if parsed.is_bare and _is_sentence(parsed, raw):
            continue
        has_non_ascii = not raw.isascii()
        opened = (_parse(_as_browser_reads(raw)) or parsed) if has_non_ascii else parsed
        host = _punycode_host(opened.host)
        yield Address(host, opened.path, _readable_host(parsed.host), start, end, has_non_ascii=has_non_ascii)


def _find_spelled_out(plain_text: str, endings: Iterable[re.Match[str]], offsets: Sequence[int]) -> Iterator[Address]:
    for ending in endings:
        first = ending.start()
        while first > 0 and ending.start() - first < MAX_HOST_LENGTH and _NAME_CHARACTER.match(plain_text[first - 1]):
            first -= 1
        name = plain_text[first : ending.start()].strip("._-")
        if not name:
            continue
        host = f"{name}.{ending.group(1)}"
        start, end = original_span(offsets, first, ending.end())
        yield Address(host, ending.group(2) or "", host, start, end, is_spelled_out=True)


def _without_punctuation(piece: str) -> str:
    """The piece without trailing punctuation of the sentence."""
    unpaired = {closing: piece.count(closing) - piece.count(opening) for closing, opening in _PAIRS.items()}
    end = len(piece)
    while end > 0:
        last = piece[end - 1]
        if last not in _TRAILING_PUNCTUATION and unpaired.get(last, 0) <= 0:
            break
        if last in unpaired:
            unpaired[last] -= 1
        end -= 1
    return piece[:end]


def _parse(piece: str) -> _Parsed | None:
    piece = piece.replace("\\", "/")
    # Browsers accept any number of slashes.
    before, mark, rest = piece.partition(":/")
    if mark and before.endswith(_SCHEMES):
        host, path = _host_and_path(rest.lstrip("/"))
        return _Parsed(host, path, is_bare=False) if any(each.isalnum() for each in host) else None
    host, path = _host_and_path(piece)
    has_port_or_path = bool(path) or bool(_PORT.search(piece))
    if _IPV4.fullmatch(host):
        return _Parsed(host, path, is_bare=False) if has_port_or_path else None
    if len(host) > MAX_HOST_LENGTH or not _is_host_name(host):
        return None
    return _Parsed(host, path, is_bare=not has_port_or_path and not host.startswith("www."))


def _host_and_path(rest: str) -> tuple[str, str]:
    cut = min((at for at in (rest.find(mark) for mark in "/?#") if at >= 0), default=len(rest))
    authority, path = rest[:cut], rest[cut:]
    # The part before an @ is user info, not the host.
    host = _PORT.sub("", authority.rpartition("@")[2])
    host = host.rpartition(":")[2].strip(".-_~!&=+%^…")
    return host, "" if path == "/" else path


def _is_host_name(host: str) -> bool:
    *labels, ending = host.split(".")
    is_known = (
        ending in _TOP_LEVEL_DOMAINS or ending.startswith("xn--") or (host.startswith("www.") and len(labels) > 1)
    )
    if not labels or not is_known:
        return False
    return all(label and (_LABEL.fullmatch(label) or not label.isascii()) for label in labels)


def _is_sentence(parsed: _Parsed, raw: str) -> bool:
    """Whether the dot is a full stop without a space after it, as in `Nice.It was fun`, and not part of an address."""
    name, _, ending = raw.rpartition(".")
    starts_sentence = ending[:1].isupper() and ending[1:].islower() and ending.lower() in WORD_DOMAINS
    return starts_sentence and "." not in name and parsed.host.count(".") == 1


def _as_browser_reads(raw: str) -> str:
    """Without invisible characters, in lower case, with styled and wide letters as plain ones; other scripts stay."""
    return unicodedata.normalize("NFKC", raw.translate(_INVISIBLE)).casefold()


_DOTS = {ord(dot): "." for dot in "\u3002\uff0e\uff61\u2024"}
_INVISIBLE = {
    code: None for code, letter in LOOKALIKE_TABLE.items() if not letter and not 0x300 <= code <= 0x36F
} | _DOTS


def _punycode_host(host: str) -> str:
    """Punycode form, so that all spellings of a host are equal."""
    if host.isascii() or len(host) > MAX_HOST_LENGTH:
        return host.removeprefix("www.")
    try:
        return host.encode("idna").decode().removeprefix("www.")
    except UnicodeError:
        return host.removeprefix("www.")


def _readable_host(host: str) -> str:
    """The host as people read it: punycode decoded, look-alikes folded."""
    if "xn--" not in host or len(host) > MAX_HOST_LENGTH:
        return host.removeprefix("www.")
    try:
        return plain(host.encode().decode("idna")).removeprefix("www.")
    except UnicodeError:
        return host.removeprefix("www.")


class AddressPattern:
    """Entry of an allowlist or blocklist, such as `clips.example`, `*.clips.example` or `discord.example/juniper`."""

    __slots__ = ("_host", "_path", "_read_host")

    def __init__(self, pattern: str) -> None:
        bare = pattern.strip().casefold().replace("\\", "/")
        scheme = _SCHEME.match(bare)
        bare = bare[scheme.end() :] if scheme else bare
        host, _, path = bare.partition("/")
        host = host.removeprefix("www.").strip(".")
        self._host = _punycode_host(host)
        self._read_host = plain(host)
        self._path = _canonical_path(path)

    @property
    def is_empty(self) -> bool:
        """Whether the entry has no host, as `https://`."""
        return self._host.endswith(":") or not any(each.isalnum() for each in self._host)

    def allows(self, address: Address) -> bool:
        """Whether the entry matches the address; a host that only looks alike does not match."""
        if not _matches(self._host, address.host):
            return False
        # Normalizing may have made dots or escapes, which a browser would not resolve: it may open another page.
        is_unclear = (
            bool(self._path) and address.has_non_ascii and _canonical_path(address.path) != address.path.strip("/")
        )
        return not is_unclear and self._matches_path(address)

    def blocks(self, address: Address) -> bool:
        host_matches = _matches(self._host, address.host) or _matches(self._read_host, address.read_host)
        return host_matches and self._matches_path(address)

    def _matches_path(self, address: Address) -> bool:
        if not self._path:
            return True
        path = _canonical_path(address.path)
        if "*" in self._path:
            return _matches(self._path, path)
        # The page itself, pages below it, and the page with a query or fragment.
        return path == self._path or path.startswith((self._path + "/", self._path + "?", self._path + "#"))


# Cached, because one address is compared with every entry of a list.
@lru_cache(256)
def _canonical_path(path: str) -> str:
    """Path as a browser requests it, in lower case: `/page/../x`, `/./x`, `/%78` and `\\x` are all `x`."""
    path = path.casefold().replace("\\", "/")
    if "%" in path:
        path = _NEEDLESSLY_ENCODED.sub(_decode, path).casefold()
    query_start = min((at for at in (path.find(mark) for mark in "?#") if at >= 0), default=len(path))
    if "." in path[:query_start]:
        path = _resolve_dots(path[:query_start]) + path[query_start:]
    return path.strip("/")


def _decode(found: re.Match[str]) -> str:
    return chr(int(found.group()[1:], 16))


def _resolve_dots(path: str) -> str:
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


def _matches(pattern: str, text: str) -> bool:
    """Matches `*` wildcards in linear time."""
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
