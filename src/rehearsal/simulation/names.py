"""Made-up account names in the style of each platform."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

# Words of gamers' names.
FIRST = (
    "amber", "birch", "cobalt", "dusty", "ember", "fennel", "gusty", "hollow", "indigo", "jolly", "kettle", "lunar",
    "mossy", "nimbus", "otter", "pepper", "quiet", "rusty", "sable", "tidal", "umber", "velvet", "willow", "zesty",
    "pixel", "salty", "sleepy", "turbo", "vector", "frosty", "lucky", "neon", "rapid", "silent", "spicy", "tiny",
)  # fmt: skip
SECOND = (
    "badger", "comet", "dolphin", "engine", "falcon", "gecko", "heron", "iris", "jigsaw", "kestrel", "lantern",
    "needle", "orchid", "pebble", "quill", "raccoon", "saddle", "teapot", "urchin", "violin", "walrus", "yarn",
    "biscuit", "dagger", "goblin", "knight", "lemon", "moth", "noodle", "pickle", "rocket", "waffle", "wizard",
)  # fmt: skip
GIVEN = (
    "ana", "bruno", "carla", "daniel", "elif", "fatima", "georg", "hana", "ivan", "joana", "kenji", "leila", "marta",
    "nikhil", "oskar", "priya", "quentin", "rosa", "samir", "tomas", "ulla", "viktor", "wanda", "yara", "zoe", "minjun",
    "ayse", "luca", "noemi", "pedro",
)  # fmt: skip
FAMILY = (
    "almeida", "berg", "costa", "dubois", "eriksen", "ferrari", "gruber", "haddad", "ito", "jansen", "kowalski",
    "lindt", "moreau", "novak", "okafor", "pereira", "quispe", "rossi", "sharma", "tanaka", "ural", "vega", "weiss",
    "yilmaz", "zielinski",
)  # fmt: skip
HOBBIES = (
    "bakes", "crochet", "cubes", "draws", "fishing", "gardens", "hikes", "knits", "makes", "paints", "reads", "runs",
    "sews", "trains", "vlogs",
)  # fmt: skip
DECORATIONS = ("✨", "🌙", "🍓", "🐸", "🦋", "🎧", "🌻", "🧋", "🪐", "🍀")


@dataclass(frozen=True, slots=True)
class Name:
    login: str
    display_name: str


def twitch_name(random: Random) -> Name:
    """Display names differ from logins only in case."""
    first, second, number = random.choice(FIRST), random.choice(SECOND), random.randrange(2, 99)
    style = random.randrange(5)
    shown = (
        f"{first}_{second}",
        f"{first.title()}{second.title()}",
        f"{first}{second}{number}",
        f"{second.title()}Of{first.title()}",
        f"{random.choice(GIVEN)}_{second}",
    )[style]
    return Name(shown.lower(), shown)


def youtube_name(random: Random) -> Name:
    """A name whose login is a handle, in most cases made from a person's name."""
    given, family, number = random.choice(GIVEN), random.choice(FAMILY), random.randrange(1000, 9999)
    style = random.randrange(5)
    handle = (
        f"{given}{family}",
        f"{given}.{family}",
        f"{given}-{family}{number}",
        f"{given}{random.choice(HOBBIES)}",
        f"{family}-{random.choice(SECOND)}",
    )[style]
    return Name(handle, f"{given.title()} {family.title()}")


def kick_name(random: Random) -> Name:
    """Display names differ from logins only in case."""
    first, second, number = random.choice(FIRST), random.choice(SECOND), random.randrange(1, 999)
    style = random.randrange(4)
    shown = (
        f"{first}{number}",
        f"x{second.title()}x{number}",
        f"{random.choice(GIVEN).title()}{number}",
        f"The{second.title()}{number % 100}",
    )[style]
    return Name(shown.lower(), shown)


def tiktok_name(random: Random) -> Name:
    """A name with free text as display name; the login is the handle after the @."""
    given, number = random.choice(GIVEN), random.randrange(10, 99)
    style = random.randrange(4)
    if style == 3:
        login = f"user{random.randrange(10**11, 10**12)}"
        return Name(login, login)
    hobby = random.choice(HOBBIES)
    login = (f"{given}.{hobby}", f"its{given}{number}", f"{given}_{number}{hobby[:2]}")[style]
    shown = (f"{given} {hobby}", f"{given} {random.choice(DECORATIONS)}", f"{given.title()}")[style]
    return Name(login, shown)


NAMES: dict[str, Callable[[Random], Name]] = {
    "twitch": twitch_name,
    "youtube": youtube_name,
    "kick": kick_name,
    "tiktok": tiktok_name,
}
