"""Made-up viewers of each platform with names, colours and roles; the same seed makes the same viewers."""

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from rehearsal.simulation.names import FAMILY, GIVEN, NAMES, Name

# Viewers of each platform.
VIEWER_COUNTS = {"twitch": 220, "youtube": 160, "kick": 110, "tiktok": 110}
# Spammers of each platform.
SPAMMERS = 30
# Languages of viewers, each about as often as on the real platform.
LANGUAGES: dict[str, tuple[str, ...]] = {
    "twitch": ("en", "en", "en", "en", "en", "en", "de", "de", "fr", "pl", "ja", "ko"),
    "youtube": ("en", "en", "en", "en", "en", "en", "es", "pt", "hi", "ja", "de"),
    "kick": ("en", "en", "en", "en", "en", "es", "es", "pt", "tr"),
    "tiktok": ("en", "en", "en", "en", "en", "de", "it", "es", "id", "pt"),
}
COLOURS = ("#1E90FF", "#FF7F50", "#9ACD32", "#DAA520", "#8A2BE2", "#00FF7F", "#B22222", "#5F9EA0", "#FF69B4", "#2E8B57")
# Viewers who are on two platforms under similar names: platform, login and display name.
REGULARS: tuple[tuple[tuple[str, str, str], tuple[str, str, str]], ...] = (
    (("twitch", "noranachtlicht", "NoraNachtlicht"), ("youtube", "nora.nachtlicht", "NoraNachtlicht")),
    (("twitch", "gravel_pete", "gravel_pete"), ("kick", "gravelpete", "GravelPete")),
    (("youtube", "miramakes", "MiraMakes"), ("tiktok", "mira.makes", "MiraMakes")),
    (("twitch", "oldkettle", "OldKettle"), ("tiktok", "old.kettle", "OldKettle")),
    (("kick", "lumi_lou", "Lumi_Lou"), ("tiktok", "lumi.lou", "Lumi_Lou")),
    (("youtube", "dadwithcontroller", "DadWithController"), ("kick", "dad_with_controller", "Dad_With_Controller")),
)
# The first regular is a moderator, and so is one viewer in 60; one in 45 is a VIP.
MODERATOR_EVERY, VIP_EVERY = 60, 45


@dataclass(frozen=True, slots=True)
class Viewer:
    """An account in chat; each platform derives its own id of the account from `id`."""

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
def spammers_of(seed: int) -> dict[str, list[Viewer]]:
    """Accounts of each platform that write nothing but spam."""
    spammers: dict[str, list[Viewer]] = {}
    number = sum(VIEWER_COUNTS.values())
    for platform in VIEWER_COUNTS:
        random = Random(f"spammers {seed} {platform}")  # noqa: S311  # a world has to be repeatable
        accounts = spammers[platform] = list[Viewer]()
        for _ in range(SPAMMERS):
            # The number keeps logins different in the whole world.
            login = f"{random.choice(GIVEN)}{random.choice(FAMILY)}{number}{random.randrange(10, 99)}"
            accounts.append(Viewer(viewer_id(random, number), login, login, "", "en"))
            number += 1
    return spammers


@lru_cache(maxsize=4)
def viewers_of(seed: int) -> dict[str, list[Viewer]]:
    """The viewers of each platform, regulars first; cached, because a reset builds the same world again."""
    viewers: dict[str, list[Viewer]] = {}
    taken: set[str] = set()
    number = 0
    for platform, size in VIEWER_COUNTS.items():
        # A world has to be repeatable, and nothing in it is a secret. Another seed text makes other viewers.
        random = Random(f"crowd {seed} {platform}")  # noqa: S311
        accounts = viewers[platform] = list[Viewer]()
        for position, name in enumerate(_names(random, platform, size, taken)):
            accounts.append(_viewer(random, platform, name, number, position))
            number += 1
    return viewers


def _names(random: Random, platform: str, size: int, taken: set[str]) -> list[Name]:
    """Names of `size` viewers, regulars first; adds each login to `taken`, so that no other viewer gets it."""
    names = [Name(login, shown) for pair in REGULARS for where, login, shown in pair if where == platform]
    taken.update(name.login for name in names)
    while len(names) < size:
        name = NAMES[platform](random)
        if name.login not in taken:
            taken.add(name.login)
            names.append(name)
    return names


def _viewer(random: Random, platform: str, name: Name, number: int, position: int) -> Viewer:
    return Viewer(
        id=viewer_id(random, number),
        login=name.login,
        display_name=name.display_name,
        colour=random.choice(COLOURS) if random.random() < 0.85 else "",
        language="en" if position < 3 else random.choice(LANGUAGES[platform]),
        is_moderator=position == 0 or position % MODERATOR_EVERY == 7,
        is_vip=position % VIP_EVERY == 13,
        sub_months=random.randint(1, 60) if position < 3 or random.random() < 0.2 else 0,
    )


def viewer_id(random: Random, number: int) -> str:
    """An id of eight digits; ids of people with channels have nine."""
    return str(100_000_000 - (number + 1) * 131 + random.randrange(131))
