"""Global emotes with their real ids, made-up channel emotes, cheermotes and sub badges."""

import hashlib
from dataclasses import dataclass

from rehearsal.simulation.world import Person

FORMATS = ("static",)
SCALES = ("1.0", "2.0", "3.0")
THEMES = ("light", "dark")


@dataclass(frozen=True, slots=True)
class Emote:
    id: str
    name: str
    set_id: str = "0"
    owner_id: str = "0"
    kind: str = "globals"
    tier: str = ""


GLOBAL_EMOTES = {
    name: Emote(emote_id, name)
    for emote_id, name in (
        ("25", "Kappa"), ("425618", "LUL"), ("305954156", "PogChamp"), ("86", "BibleThump"), ("354", "4Head"),
        ("41", "Kreygasm"), ("245", "ResidentSleeper"), ("58765", "NotLikeThis"), ("30259", "HeyGuys"),
        ("81274", "VoHiYo"), ("64138", "SeemsGood"), ("123171", "CoolStoryBob"), ("28087", "WutFace"),
        ("360", "FailFish"), ("33", "DansGame"), ("34", "SwiftRage"), ("36", "PJSalt"), ("22639", "BabyRage"),
        ("1", ":)"), ("2", ":("), ("3", ":D"), ("9", "<3"), ("81249", "SoSnowy"),
    )
}  # fmt: skip

CHEERMOTES = ("Cheer", "Kappa", "Party", "Uni")
# The smallest number of bits of each tier.
CHEER_TIERS = (1, 100, 1000, 5000, 10000)


def channel_emotes(person: Person) -> dict[str, Emote]:
    """The channel's four emotes by name: one for the subscribers of each tier, and one for followers."""
    prefix = person.login.replace("_", "")[:6]
    return {
        each.name: each
        for each in (
            _channel_emote(person, f"{prefix}Hi", "subscriptions", "1000"),
            _channel_emote(person, f"{prefix}Love", "subscriptions", "2000"),
            _channel_emote(person, f"{prefix}Hype", "subscriptions", "3000"),
            _channel_emote(person, f"{prefix}Wave", "follower", ""),
        )
    }


def _channel_emote(person: Person, name: str, kind: str, tier: str) -> Emote:
    digest = hashlib.sha256(f"{person.id} {name}".encode()).hexdigest()[:32]
    return Emote(f"emotesv2_{digest}", name, f"{person.id}{tier[:1] or '0'}", person.id, kind, tier)


def cheer_tier(bits: int) -> int:
    return max(minimum for minimum in CHEER_TIERS if minimum <= max(bits, 1))


SUB_BADGE_MONTHS = (0, 2, 3, 6, 9, 12, 18, 24, 36, 48, 60)


def sub_badge(months: int) -> str:
    return str(max(each for each in SUB_BADGE_MONTHS if each <= months))
