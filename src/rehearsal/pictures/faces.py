"""Draws emotes and portraits as small faces; the same name always has the same face."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from pathlib import Path

import msgspec
from starlette.responses import Response

PARTS_FILE = Path(__file__).parents[1] / "assets" / "faces.toml"
CANVAS = 32


class Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Drawings of heads, eyes and the like by name, and the CSS of their movements."""

    still: str
    extra_movements: str
    heads: dict[str, str]
    eyes: dict[str, str]
    mouths: dict[str, str]
    extras: dict[str, str]
    # Drawings without a face, which are drawn over the emote before them.
    overlays: dict[str, str]
    movements: dict[str, str]


@cache
def parts() -> Parts:
    return msgspec.convert(tomllib.loads(PARTS_FILE.read_text(encoding="utf-8")), Parts)


@dataclass(frozen=True, slots=True)
class Face:
    head: str
    eyes: str
    mouth: str
    extra: str = "none"
    movement: str = "breathe"


# Faces of well-known emotes.
FACES = {
    "Kappa": Face("round", "smug", "smirk", movement="breathe"),
    "LUL": Face("round", "closed", "laugh", "tears", "bounce"),
    "LULW": Face("soft", "closed", "laugh", "tears", "bounce"),
    "KEKW": Face("round", "happy", "laugh", "tears", "bounce"),
    "KEKLEO": Face("bear", "closed", "laugh", movement="nod"),
    "PogChamp": Face("round", "wide", "open", "sparks", "pulse"),
    "PogU": Face("soft", "wide", "open", "sparks", "pulse"),
    "BibleThump": Face("soft", "sad", "frown", "tears", "sway"),
    "4Head": Face("soft", "happy", "grin", movement="nod"),
    "Kreygasm": Face("round", "sleepy", "open", movement="pulse"),
    "ResidentSleeper": Face("round", "sleepy", "flat", "zzz"),
    "NotLikeThis": Face("round", "closed", "frown", "claps", "shake"),
    "HeyGuys": Face("round", "dots", "grin", "hand", "sway"),
    "VoHiYo": Face("cat", "happy", "smile", "hand", "sway"),
    "SeemsGood": Face("round", "wink", "smile", "thumb"),
    "CoolStoryBob": Face("soft", "shades", "smile", movement="nod"),
    "WutFace": Face("round", "wide", "wavy", "sweat", "shake"),
    "FailFish": Face("round", "sleepy", "frown", "hand"),
    "DansGame": Face("round", "angry", "tongue", movement="shake"),
    "SwiftRage": Face("round", "angry", "teeth", "sparks", "shake"),
    "BabyRage": Face("bear", "closed", "laugh", "tears", "shake"),
    "SoSnowy": Face("round", "happy", "smile", "snow", "sway"),
    "PJSalt": Face("ghost", "smug", "flat", "snow"),
    ":)": Face("round", "dots", "smile"),
    ":(": Face("round", "sad", "frown"),
    ":D": Face("round", "happy", "laugh", movement="bounce"),
    "<3": Face("round", "hearts", "smile", "hearts", "pulse"),
    "catJAM": Face("cat", "happy", "smile", "notes", "nod"),
    "longCat": Face("cat", "dots", "smile"),
    "PepeLaugh": Face("frog", "happy", "laugh", "tears", "bounce"),
    "peepoHappy": Face("frog", "happy", "smile", movement="sway"),
    "EZ": Face("frog", "smug", "smirk", movement="breathe"),
    "Clap": Face("frog", "happy", "smile", "claps", "bounce"),
    "HYPERCLAP": Face("frog", "wide", "grin", "claps", "shake"),
    "PeepoClap": Face("frog", "dots", "smile", "claps", "bounce"),
    "WideHardo": Face("soft", "wide", "grin", movement="breathe"),
    "GIGACHAD": Face("soft", "shades", "smirk", movement="breathe"),
    "catblobDance": Face("cat", "happy", "grin", "notes", "sway"),
    "duckPls": Face("duck", "dots", "beak", "notes", "nod"),
    "vibePls": Face("round", "shades", "smile", "notes", "nod"),
    "EDMusiC": Face("bear", "happy", "open", "notes", "bounce"),
    "Flowie": Face("bear", "happy", "smile", "sparks", "sway"),
    "monkaW": Face("frog", "wide", "wavy", "sweat", "shake"),
    "Sadge": Face("frog", "sad", "frown"),
    "modCheck": Face("round", "smug", "flat", "hand", "sway"),
    "DonoWall": Face("ghost", "sleepy", "flat", movement="breathe"),
}
# Faces by the end of the name of a channel's own emote.
ENDINGS = {
    "Hi": Face("cat", "dots", "grin", "hand", "sway"),
    "Wave": Face("bear", "happy", "smile", "hand", "sway"),
    "Love": Face("cat", "hearts", "smile", "hearts", "pulse"),
    "Hype": Face("cat", "wide", "laugh", "sparks", "bounce"),
    "Quiet": Face("ghost", "sleepy", "flat"),
    "Rude": Face("round", "smug", "tongue", movement="nod"),
    "Duck": Face("duck", "dots", "beak", movement="nod"),
    "Nod": Face("bear", "smug", "smile", movement="nod"),
}
# Animals with a well-known colour.
HUES = {"frog": 105, "duck": 48}


@lru_cache(maxsize=1024)
def emote_svg(name: str, width: int, height: int, *, is_animated: bool = True) -> str:
    """The picture of an emote: its overlay if it has one, else a face; stretched if the emote is not square."""
    overlay = parts().overlays.get(name)
    inside = f'<g class="f">{draw_face(name)}</g>' if overlay is None else overlay
    movement = parts().movements[face_of(name).movement]
    style = f"<style>{movement}{parts().extra_movements}{parts().still}</style>" if is_animated else ""
    aspect = ' preserveAspectRatio="none"' if width != height else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {CANVAS} {CANVAS}"{aspect} role="img"><title>{escape(name)}</title>{style}{inside}</svg>'
    )


def portrait_svg(name: str, hue: int) -> str:
    """A still face in front of a coloured wall, for an avatar."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="-6 -6 44 44" role="img">'
        f'<title>{escape(name)}</title><rect x="-6" y="-6" width="44" height="44" fill="hsl({hue} 38% 30%)"/>'
        f'<circle cx="16" cy="44" r="20" fill="hsl({(hue + 40) % 360} 45% 42%)"/>'
        f"{draw_face(name, with_extra=False)}</svg>"
    )


def draw_face(name: str, *, with_extra: bool = True) -> str:
    face = face_of(name)
    hue = HUES.get(face.head, digest_of(name)[5] * 360 // 256)
    colours = {"fill": f"hsl({hue} 72% 68%)", "shade": f"hsl({hue} 55% 38%)"}
    head = parts().heads[face.head].format(**colours)
    eyes = parts().eyes[face.eyes]
    if face.head == "frog":
        # A frog's eyes are on top of its head.
        eyes = f'<g transform="translate(0 -4)">{eyes}</g>'
    extra = parts().extras[face.extra].format(**colours) if with_extra else ""
    return f"{head}{eyes}{parts().mouths[face.mouth]}{extra}"


def face_of(name: str) -> Face:
    known = FACES.get(name) or next((face for ending, face in ENDINGS.items() if name.endswith(ending)), None)
    if known is not None:
        return known
    drawn, digest = parts(), digest_of(name)

    def pick(options: dict[str, str], number: int) -> str:
        # The duck's head and its beak fit only each other.
        names = sorted(options.keys() - {"duck", "beak"})
        return names[digest[number] % len(names)]

    head, eyes, mouth = pick(drawn.heads, 0), pick(drawn.eyes, 1), pick(drawn.mouths, 2)
    return Face(head, eyes, mouth, pick(drawn.extras, 3), pick(drawn.movements, 4))


def digest_of(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def svg_response(drawing: str, headers: Mapping[str, str] | None = None) -> Response:
    return Response(drawing, media_type="image/svg+xml", headers=headers or {"Cache-Control": "max-age=3600"})
