"""What viewers write: the corpus of each platform and of each language, read from the assets."""

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from rehearsal.simulation.talk.moods import Mood

ASSETS = Path(__file__).parents[2] / "assets"

Lines = dict[Mood, tuple[str, ...]]


class Conversation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lines in order; each begins with the letter of its speaker: "a: …"."""

    lines: tuple[str, ...]

    @property
    def turns(self) -> list[tuple[str, str]]:
        """Speaker and text of each line."""
        return [(line[0], line[3:]) for line in self.lines]


class Corpus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts that viewers write on one platform."""

    # Short answers that fit any message.
    answers: tuple[str, ...]
    commands: tuple[str, ...]
    # Capitals, links, begging.
    misbehaviour: tuple[str, ...]
    emotes: Lines
    moods: Lines
    conversations: tuple[Conversation, ...]
    # Lines of viewers who came with a raid.
    raiders: tuple[str, ...] = ()


@cache
def corpus_of(platform: str) -> Corpus:
    return msgspec.convert(_read(f"talk_{platform}.toml"), Corpus)


@cache
def languages() -> dict[str, Lines]:
    """Lines in other languages than English, by language and mood; some moods have no lines."""
    return msgspec.convert(_read("talk_languages.toml"), dict[str, Lines])


def _read(name: str) -> dict[str, object]:
    return tomllib.loads((ASSETS / name).read_text(encoding="utf-8"))
