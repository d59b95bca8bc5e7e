"""Maps access levels of other bots to our roles; unknown levels become Owner."""

from greenroom.accounts.access.rules import Role

REGULARS = "Restricted to subscribers (was Regular)"
UNKNOWN_LEVEL = "Restricted to the owner (its access level is not known here)"

NIGHTBOT: dict[str, tuple[Role, str]] = {
    "everyone": (Role.PUBLIC, ""),
    "regular": (Role.SUB, REGULARS),
    "subscriber": (Role.SUB, ""),
    "sub": (Role.SUB, ""),
    "twitch_vip": (Role.VIP, ""),
    "vip": (Role.VIP, ""),
    "moderator": (Role.MOD, ""),
    "mod": (Role.MOD, ""),
    "admin": (Role.OWNER, "Restricted to the owner (was Admin)"),
    "owner": (Role.OWNER, ""),
    "broadcaster": (Role.OWNER, ""),
}
# Lowest level of the other bot, our role, and a note about what changes; the first entry that fits counts.
STREAMELEMENTS = (
    (1_500, Role.OWNER, ""),
    (1_000, Role.OWNER, "Restricted to the owner (was Super Moderator)"),
    (500, Role.MOD, ""),
    (400, Role.VIP, ""),
    (300, Role.SUB, REGULARS),
    (250, Role.SUB, ""),
    (0, Role.PUBLIC, ""),
)
# By level, which consists of bit flags.
CLOUDBOT: dict[int, tuple[Role, str]] = {
    0: (Role.PUBLIC, ""),
    1: (Role.PUBLIC, ""),
    2: (Role.SUB, ""),
    32: (Role.MOD, ""),
    34: (Role.SUB, ""),
    128: (Role.OWNER, ""),
}
CHATBOT: dict[str, tuple[Role, str]] = {
    "everyone": (Role.PUBLIC, ""),
    "invisible": (Role.PUBLIC, ""),
    "regular": (Role.SUB, REGULARS),
    "subscriber": (Role.SUB, ""),
    "vip": (Role.VIP, ""),
    "vip+": (Role.VIP, ""),
    "vip exclusive": (Role.VIP, ""),
    "moderator": (Role.MOD, ""),
    "editor": (Role.OWNER, "Restricted to the owner (was Editor)"),
    "caster": (Role.OWNER, ""),
    "streamer": (Role.OWNER, ""),
}
TBOT = (
    (Role.OWNER, Role.OWNER, ""),
    (Role.MOD + 1, Role.OWNER, "Restricted to the owner (was above Mod)"),
    (Role.MOD, Role.MOD, ""),
    (Role.VIP, Role.VIP, ""),
    (Role.SUB, Role.SUB, ""),
    (Role.PUBLIC, Role.PUBLIC, ""),
)


def level_of(source: str, level: str | int | None) -> tuple[int, str]:
    """Our role, and a note about what changes; Public if the export has no level."""
    if level is None:
        return Role.PUBLIC, ""
    named = _named_level(source, level)
    if named is not None:
        return named
    if isinstance(level, int) and source in {"streamelements", "tbot"}:
        steps = STREAMELEMENTS if source == "streamelements" else TBOT
        found = next(((role, note) for min_level, role, note in steps if level >= min_level), None)
        return found or (Role.OWNER, UNKNOWN_LEVEL)
    return Role.OWNER, UNKNOWN_LEVEL


def _named_level(source: str, level: str | int) -> tuple[int, str] | None:
    if isinstance(level, int):
        return CLOUDBOT.get(level) if source == "streamlabs" else None
    word = level.strip().lower().replace("_", " ") if source == "streamlabs" else level.strip().lower()
    table = CHATBOT if source == "streamlabs" else NIGHTBOT
    return table.get(word) or table.get(word.rstrip("s"))
