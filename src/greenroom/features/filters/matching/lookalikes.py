"""Tables that replace look-alike characters and remove invisible ones; for text after case folding."""

from collections.abc import Iterator

from greenroom.kernel.text import INVISIBLE

# Blank Braille pattern: looks like a space, but is not whitespace to Unicode.
BLANK = "\u2800"

# Latin letters and signs → characters that look like them in either case.
_LETTERS = {
    "a": "аαɑ∂ᴀⲁ🅐🅰Ꭺ",
    "b": "вβьʙб♭🅱ƅᏴ",
    "c": "сᴄⲥ¢ͻᏟ",
    "d": "ԁɗđᴅժ",
    "e": "еεєҽᴇ℮ɛꬲ€",
    "f": "ƒꜰғϝք",
    "g": "ɡցɢ",
    "h": "һнհʜħ",
    "i": "іιɪıӏɩ¡",
    "j": "јϳյᴊ",
    "k": "кκᴋқⲕ",
    "l": "łʟɭ",
    "m": "мᴍ",
    "n": "пηոɴռ",
    "o": "оοσօᴏøөѳⲟ○◯",
    "p": "рρᴘþⲣ",
    "q": "ԛգ",
    "r": "гʀɾᴦ",
    "s": "ѕꜱʂ§",
    "t": "тτᴛŧ†",
    "u": "υսᴜʋ",
    "v": "νѵᴠ∨",
    "w": "ԝωщшᴡѡ",
    "x": "хχ×",
    "y": "уγүʏұ",
    "z": "ᴢʐȥ",
    "ae": "æӕ",
    "oe": "œ",
    ".": "。",
    "/": "⁄∕╱",
    "-": "‐‒–—―−",
    "'": "’‘ʼ",
    '"': "“”„«»「」",
    " ": f"{BLANK}\t\n\v\f\r\x85\u2028\u2029",
}

# Hangul fillers, and surrogates.
_ALSO_INVISIBLE = ((0x115F, 0x1160), (0x3164, 0x3164), (0xFFA0, 0xFFA0), (0xD800, 0xDFFF))
# Combining marks that can be removed. Indic scripts are left out: there, marks are vowels.
_MARKS = (
    (0x300, 0x36F),
    (0x483, 0x489),
    (0x591, 0x5BD),
    (0x5BF, 0x5C7),
    (0x610, 0x61A),
    (0x64B, 0x65F),
    (0x670, 0x670),
    (0x6D6, 0x6ED),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0xFE20, 0xFE2F),
)
# Regional indicator A, negative circled A, negative squared A.
_ENCLOSED_A = (0x1F1E6, 0x1F150, 0x1F170)


def _table() -> Iterator[tuple[int, str | None]]:
    for first, last in (*_MARKS, *INVISIBLE, *_ALSO_INVISIBLE):
        yield from ((point, None) for point in range(first, last + 1))
    for offset in range(26):
        letter = chr(ord("a") + offset)
        yield from ((first + offset, letter) for first in _ENCLOSED_A)
    for letter, others in _LETTERS.items():
        yield from ((ord(other), letter) for other in others)


# For `str.translate`, after compatibility decomposition and case folding.
LOOKALIKE_TABLE: dict[int, str | None] = dict(_table())

# Leetspeak by code point: digits and symbols, and the letters that they stand for.
LEET = dict(zip(map(ord, "01345789@$!+|"), "oieastbgasiti", strict=True))
# Alternative reading of 1 and |.
LEET_L = LEET | {ord("1"): "l", ord("|"): "l"}
