"""The made-up people and categories."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Category:
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class PersonSpec:
    """Fixed data of a person; all other data depends on the seed."""

    login: str
    display_name: str
    description: str
    broadcaster_type: str
    language: str
    titles: tuple[str, ...]
    tags: tuple[str, ...]
    is_live_at_start: bool = False


CATEGORIES = (
    Category("700101", "Lantern Keeper"),
    Category("700102", "Gravel & Glory"),
    Category("700103", "Tiny Tram Tycoon"),
    Category("700104", "Moth Court"),
    Category("700105", "Just Talking"),
    Category("700106", "Music and Noise"),
    Category("700107", "Makers at Work"),
)

PEOPLE = (
    PersonSpec(
        "junoplays",
        "JunoPlays",
        "Speedruns before breakfast, long games after it.",
        "partner",
        "en",
        ("First run of the day, no map", "Route practice, then a real attempt"),
        ("Speedrun", "English", "Cosy"),
    ),
    PersonSpec(
        "marekfixes",
        "MarekFixes",
        "Old radios, new solder, patient chat.",
        "affiliate",
        "pl",
        ("Radio z 1958 roku wraca do życia", "Lutowanie na spokojnie"),
        ("Polski", "Electronics"),
    ),
    PersonSpec(
        "zofiekresli",
        "ŽofieKreslí",
        "Kreslím, mluvím, zapomínám ukládat.",
        "",
        "cs",
        ("Portréty na přání", "Pozadí, které se povedlo až napotřetí"),
        ("Čeština", "Drawing"),
    ),
    PersonSpec(
        "odalys_",
        "Odalys_",
        "Strategy games and stronger coffee.",
        "partner",
        "es",
        ("Una partida más y a dormir", "Campaña difícil, parte tres"),
        ("Español", "Strategy"),
    ),
    PersonSpec(
        "brisket99",
        "Brisket99",
        "I cook, things burn, we laugh.",
        "",
        "en",
        ("Ribs and questionable advice", "Baking by feel"),
        ("Cooking", "English"),
    ),
    PersonSpec(
        "pixelharbor",
        "PixelHarbor",
        "Quiet pixel art from a loud harbour town.",
        "affiliate",
        "en",
        ("Tiles for a harbour at night", "Palette of eight colours only"),
        ("PixelArt", "GameDev"),
        is_live_at_start=True,
    ),
    PersonSpec(
        "hanamori",
        "花森ハナ",
        "夜に歌って、昼に寝る。",
        "affiliate",
        "ja",
        ("のんびり歌枠", "弾き語りとおしゃべり"),
        ("日本語", "Singing"),
    ),
    PersonSpec(
        "stagehandbot",
        "StagehandBot",
        "I am a bot account.",
        "",
        "en",
        ("Nothing to see here",),
        ("Bot",),
    ),
)
