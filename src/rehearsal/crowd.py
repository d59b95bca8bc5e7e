"""The people in the seats: viewers with names, colours and habits, the same for the same seed."""

from dataclasses import dataclass
from functools import lru_cache
from random import Random

SIZE = 600

FIRST = (
    "amber", "birch", "cobalt", "dusty", "ember", "fennel", "gusty", "hollow", "indigo", "jolly", "kettle", "lunar",
    "mossy", "nimbus", "otter", "pepper", "quiet", "rusty", "sable", "tidal", "umber", "velvet", "willow", "zesty",
)  # fmt: skip
SECOND = (
    "badger", "comet", "dolphin", "engine", "falcon", "gecko", "heron", "iris", "jigsaw", "kestrel", "lantern",
    "needle", "orchid", "pebble", "quill", "raccoon", "saddle", "teapot", "urchin", "violin", "walrus", "yarn",
)  # fmt: skip
LANGUAGES = ("en", "en", "en", "de", "es", "fr", "ja", "pl", "pt", "ko")
COLOURS = ("#1E90FF", "#FF7F50", "#9ACD32", "#DAA520", "#8A2BE2", "#00FF7F", "#B22222", "#5F9EA0", "#FF69B4", "#2E8B57")


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who watches; each platform makes its own id of `id`, which is eight digits."""

    id: str
    login: str
    display_name: str
    colour: str
    language: str
    is_moderator: bool = False
    is_vip: bool = False
    sub_months: int = 0
    is_bot: bool = False


class Crowd:
    def __init__(self, seed: int) -> None:
        # A world has to be repeatable, and nothing in it is a secret.
        random = Random(f"crowd {seed}")  # noqa: S311
        self.viewers = [_viewer(random, number) for number in range(SIZE)]
        self._by_login = {viewer.login: viewer for viewer in self.viewers}
        self._by_id = {viewer.id: viewer for viewer in self.viewers}

    def find(self, *, login: str | None = None, viewer_id: str | None = None) -> Viewer | None:
        if viewer_id is not None:
            return self._by_id.get(viewer_id)
        return self._by_login.get((login or "").lower())


@lru_cache(maxsize=4)
def crowd_of(seed: int) -> Crowd:
    """Nobody in it changes, so a world that starts over takes the same people again."""
    return Crowd(seed)


def _viewer(random: Random, number: int) -> Viewer:
    name = f"{random.choice(FIRST)}_{random.choice(SECOND)}{number}"
    is_shown_as_typed = random.random() < 0.5
    return Viewer(
        # Below those of the people with channels, which have nine digits.
        id=str(100_000_000 - (number + 1) * 131 + random.randrange(131)),
        login=name,
        display_name=name if is_shown_as_typed else name.replace("_", " ").title().replace(" ", ""),
        colour=random.choice(COLOURS) if random.random() < 0.85 else "",
        language=random.choice(LANGUAGES),
        is_moderator=number % 60 == 7,
        is_vip=number % 60 == 13,
        sub_months=random.randint(1, 60) if random.random() < 0.2 else 0,
        is_bot=number == 5,
    )
