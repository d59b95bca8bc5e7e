"""Kick's global emotes by name."""

EMOTE_IDS: dict[str, int] = {
    "KEKW": 37226,
    "LULW": 37227,
    "KEKLEO": 37228,
    "PogU": 37229,
    "HYPERCLAP": 37230,
    "GIGACHAD": 37231,
    "catblobDance": 37232,
    "duckPls": 37233,
    "vibePls": 37234,
    "EDMusiC": 37235,
    "Flowie": 37236,
    "monkaW": 37237,
    "Sadge": 37238,
    "modCheck": 37239,
    "BibleThump": 37240,
    "PeepoClap": 37241,
    "DonoWall": 37242,
}
EMOTE_NAMES = {number: name for name, number in EMOTE_IDS.items()}
