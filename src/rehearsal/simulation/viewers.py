"""Made-up viewers with names, colours and roles; the same seed makes the same viewers."""

from dataclasses import dataclass
from functools import lru_cache
from random import Random

VIEWER_COUNT = 600

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
    """An account in chat; each platform derives its own id from `id`, which has eight digits if there is no channel."""

    id: str
    login: str
    display_name: str
    colour: str
    language: str
    is_moderator: bool = False
    is_vip: bool = False
    sub_months: int = 0
    is_bot: bool = False


@lru_cache(maxsize=4)
def viewers_of(seed: int) -> list[Viewer]:
    """Cached, because a reset builds the same world again."""
    # A world has to be repeatable, and nothing in it is a secret.
    random = Random(f"crowd {seed}")  # noqa: S311
    return [_viewer(random, number) for number in range(VIEWER_COUNT)]


def _viewer(random: Random, number: int) -> Viewer:
    name = f"{random.choice(FIRST)}_{random.choice(SECOND)}{number}"
    is_shown_as_typed = random.random() < 0.5
    return Viewer(
        # Eight digits: ids of people with channels have nine.
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
