"""Who may use a command: from the roles of other bots to ours."""

from greenroom.tenancy.access.rules import Role

REGULARS = "regulars are not a level here, so subscribers and above may use it"
SUPER_MODERATORS = "it was for a few of the moderators, so the owner alone may use it"
UNKNOWN_LEVEL = "it was for certain people, so the owner alone may use it"

NIGHTBOT: dict[str, tuple[Role, str]] = {
    "everyone": (Role.PUBLIC, ""),
    "regular": (Role.SUB, REGULARS),
    "subscriber": (Role.SUB, ""),
    "sub": (Role.SUB, ""),
    "twitch_vip": (Role.VIP, ""),
    "vip": (Role.VIP, ""),
    "moderator": (Role.MOD, ""),
    "mod": (Role.MOD, ""),
    "admin": (Role.OWNER, SUPER_MODERATORS),
    "owner": (Role.OWNER, ""),
    "broadcaster": (Role.OWNER, ""),
}
STREAMELEMENTS = (
    (1_500, Role.OWNER, ""),
    (1_000, Role.OWNER, SUPER_MODERATORS),
    (500, Role.MOD, ""),
    (400, Role.VIP, ""),
    (300, Role.SUB, REGULARS),
    (250, Role.SUB, ""),
    (0, Role.PUBLIC, ""),
)
# Its permissions are bits.
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
    "editor": (Role.OWNER, SUPER_MODERATORS),
    "caster": (Role.OWNER, ""),
    "streamer": (Role.OWNER, ""),
}
TBOT = (
    (Role.OWNER, Role.OWNER, ""),
    (Role.MOD + 1, Role.OWNER, SUPER_MODERATORS),
    (Role.MOD, Role.MOD, ""),
    (Role.VIP, Role.VIP, ""),
    (Role.SUB, Role.SUB, ""),
    (Role.PUBLIC, Role.PUBLIC, ""),
)


def level_of(source: str, given: str | int | None) -> tuple[int, str]:
    """Ours, and what is different; whatever nobody knows is the owner's, for it was meant to keep somebody out."""
    if given is None:
        return Role.PUBLIC, ""
    named = _named(source, given)
    if named is not None:
        return named
    if isinstance(given, int) and source in {"streamelements", "tbot"}:
        steps = STREAMELEMENTS if source == "streamelements" else TBOT
        return next(((role, note) for least, role, note in steps if given >= least), (Role.PUBLIC, ""))
    return Role.OWNER, UNKNOWN_LEVEL


def _named(source: str, given: str | int) -> tuple[int, str] | None:
    if isinstance(given, int):
        return CLOUDBOT.get(given) if source == "streamlabs" else None
    word = given.strip().lower().replace("_", " ") if source == "streamlabs" else given.strip().lower()
    table = CHATBOT if source == "streamlabs" else NIGHTBOT
    return table.get(word) or table.get(word.rstrip("s"))
