"""Characters that are read as others, and characters that nobody sees. Looked up after case was folded."""

from collections.abc import Iterator

# Braille without a dot: as wide as a space, and a letter to whoever splits a text into words.
BLANK = "\u2800"

# Latin letter → letters of other alphabets that look like it in one case or the other.
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

# Nothing to see: joiners, fillers, marks that turn the writing round, selectors of variants, tags.
_UNSEEN = (
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xE0000, 0xE01EF),
    # Halves of characters.
    (0xD800, 0xDFFF),
)
# Marks on letters, where taking them away leaves the letter. In the scripts of India they are the vowels.
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
_REGIONAL_A = 0x1F1E6
_NEGATIVE_A = (0x1F150, 0x1F170)


def _table() -> Iterator[tuple[int, str | None]]:
    for first, last in (*_MARKS, *_UNSEEN):
        yield from ((point, None) for point in range(first, last + 1))
    for offset in range(26):
        letter = chr(ord("a") + offset)
        yield _REGIONAL_A + offset, letter
        yield from ((first + offset, letter) for first in _NEGATIVE_A)
    for letter, others in _LETTERS.items():
        yield from ((ord(other), letter) for other in others)


# For `str.translate`, after compatibility decomposition and case folding.
FOLDED: dict[int, str | None] = dict(_table())

# Read as letters inside words; whether they end a word is asked of the text before this.
LEET = dict(zip(map(ord, "01345789@$!+|"), "oieastbgasiti", strict=True))
# The other reading of two of them.
LEET_L = LEET | {ord("1"): "l", ord("|"): "l"}
