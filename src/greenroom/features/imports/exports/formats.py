"""Parsers for exports of other bots: each gets one object of the JSON, and returns None for an unknown object."""

import re

from greenroom.features.imports.exports.items import (
    ExportedCommand,
    ExportedItem,
    ExportedQuote,
    ExportedTimer,
    Mode,
    ResponseType,
)
from greenroom.features.imports.exports.json_values import Record, flag_in, number_in, record_in, text_in, texts_in

_CRON_MINUTES = re.compile(r"\*/(\d{1,2}) \* \* \* \*")
_CRON_LIST = re.compile(r"(\d{1,2}(?:,\d{1,2})*) \* \* \* \*")
_CRON_HOURS = re.compile(r"\d{1,2} \*/(\d{1,2}) \* \* \*")


def nightbot(record: Record, _: str) -> ExportedItem | None:
    """A command of the API, `{name, message, coolDown, userLevel, alias, count}`, or a timer with a cron interval."""
    name, message = text_in(record, "name"), text_in(record, "message")
    if not name or ("message" not in record and "alias" not in record):
        return None
    if "interval" in record or "lines" in record:
        minutes, note = cron_minutes(text_in(record, "interval"))
        return ExportedTimer(
            name,
            [message],
            minutes,
            note,
            min_chat_messages=number_in(record, "lines"),
            enabled=flag_in(record, "enabled", default=True),
        )
    return ExportedCommand(
        name,
        message,
        alias_of=text_in(record, "alias"),
        level=text_in(record, "userLevel", "userlevel") or None,
        global_cooldown=number_in(record, "coolDown", "cooldown"),
        count=number_in(record, "count") or 0,
        enabled=flag_in(record, "enabled", default=True),
    )


def cron_minutes(cron: str) -> tuple[int | None, str]:
    """Minutes between two runs, or None if unknown, and a note about what is lost."""
    if found := _CRON_MINUTES.fullmatch(cron):
        return int(found[1]) or None, ""
    if found := _CRON_LIST.fullmatch(cron):
        return max(1, 60 // (found[1].count(",") + 1)), "Ran at fixed minutes of the hour"
    if found := _CRON_HOURS.fullmatch(cron):
        return int(found[1]) * 60 or None, "Ran at a fixed minute of the hour"
    return None, f'Schedule "{cron[:60]}" isn\'t supported' if cron else ""


def streamelements(record: Record, _: str) -> ExportedItem | None:
    """A command of the API, `{command, reply, accessLevel, cooldown: {user, global}, aliases, …}`, or a timer."""
    if "command" in record and ("reply" in record or "accessLevel" in record):
        return _streamelements_command(record)
    texts = texts_in(record, "messages") or [text for text in [text_in(record, "message")] if text]
    if "name" in record and texts and {"online", "offline", "chatLines", "interval"} & set(record):
        online, offline = record_in(record, "online"), record_in(record, "offline")
        is_online = flag_in(online, "enabled", default=not offline)
        is_offline = flag_in(offline, "enabled", default=False)
        chosen = online if is_online else offline
        return ExportedTimer(
            text_in(record, "name"),
            texts,
            number_in(chosen, "interval") or number_in(record, "interval"),
            min_chat_messages=number_in(record, "chatLines"),
            enabled=flag_in(record, "enabled", default=True) and (is_online or is_offline),
            mode=_mode(is_online=is_online, is_offline=is_offline),
        )
    return None


def _streamelements_command(record: Record) -> ExportedCommand:
    cooldown = record_in(record, "cooldown")
    is_online = flag_in(record, "enabledOnline", default=True)
    is_offline = flag_in(record, "enabledOffline", default=True)
    return ExportedCommand(
        text_in(record, "command"),
        text_in(record, "reply"),
        aliases=texts_in(record, "aliases"),
        level=number_in(record, "accessLevel"),
        global_cooldown=number_in(cooldown, "global"),
        chatter_cooldown=number_in(cooldown, "user"),
        count=number_in(record, "count", "uses") or 0,
        cost=number_in(record, "cost") or 0,
        enabled=flag_in(record, "enabled", default=True) and (is_online or is_offline),
        public=not flag_in(record, "hidden", default=False),
        mode=_mode(is_online=is_online, is_offline=is_offline),
        response_type=_response_type(text_in(record, "type")),
        phrases=texts_in(record, "keywords"),
        expressions=[text_in(record, "regex")],
        description=text_in(record, "description"),
    )


def _mode(*, is_online: bool, is_offline: bool) -> Mode:
    if is_online == is_offline:
        return "always"
    return "online" if is_online else "offline"


def _response_type(kind: str) -> ResponseType:
    match kind.lower():
        case "mention" | "reply" | "whisper" | "announce" as known:
            return known
        case _:
            return "say"


def streamlabs(record: Record, _: str) -> ExportedItem | None:
    """A command of Cloudbot, `{command, response, permission, cooldowns}`, or Chatbot, `{Command, …}`; or a timer."""
    if "Command" in record and "Response" in record:
        return _desktop_command(record)
    if "command" in record and "response" in record:
        return _cloud_command(record)
    if "name" in record and ("message" in record or "response" in record) and "interval" in record:
        return ExportedTimer(
            text_in(record, "name"),
            [text_in(record, "message", "response")],
            number_in(record, "interval"),
            min_chat_messages=number_in(record, "chat_lines", "line_minimum"),
            enabled=flag_in(record, "enabled", default=True),
            syntax="cloud",
        )
    return None


def _desktop_command(record: Record) -> ExportedCommand:
    usage = text_in(record, "Usage").upper()
    return ExportedCommand(
        text_in(record, "Command"),
        text_in(record, "Response"),
        level=text_in(record, "Permission") or None,
        global_cooldown=_minutes_as_seconds(record, "Cooldown"),
        chatter_cooldown=_minutes_as_seconds(record, "UserCooldown"),
        count=number_in(record, "Count") or 0,
        cost=number_in(record, "Cost") or 0,
        enabled=flag_in(record, "Enabled", default=True),
        public=text_in(record, "Permission").lower() != "invisible",
        response_type="whisper" if usage in {"SW", "WB", "DW"} else "say",
        group=text_in(record, "Group"),
        description=text_in(record, "Description"),
        syntax="desktop",
    )


def _minutes_as_seconds(record: Record, name: str) -> int | None:
    """Converts a cooldown, which Desktop Chatbot stores in minutes."""
    minutes = number_in(record, name)
    return None if minutes is None else minutes * 60


def _cloud_command(record: Record) -> ExportedCommand:
    cooldowns = record_in(record, "cooldowns") or record_in(record, "cooldown")
    cost = number_in(record_in(record, "cost"), "base") or number_in(record, "cost") or 0
    return ExportedCommand(
        text_in(record, "command"),
        text_in(record, "response"),
        aliases=texts_in(record, "aliases"),
        level=number_in(record_in(record, "permission"), "level"),
        global_cooldown=number_in(cooldowns, "global"),
        chatter_cooldown=number_in(cooldowns, "user"),
        cost=cost,
        enabled=flag_in(record, "enabled", default=True),
        response_type=_response_type(text_in(record, "response_type").replace("Chat", "say")),
        syntax="cloud",
    )


def tbot(record: Record, _: str) -> ExportedItem | None:
    """A command `{cmds, response, …}`, a timer `{messages, interval, …}` or a quote `{number, message, …}`."""
    if "response" in record and ("cmds" in record or "cmd" in record):
        return _tbot_command(record)
    texts = texts_in(record, "messages")
    if texts and "interval" in record:
        return ExportedTimer(
            text_in(record, "name"),
            texts,
            number_in(record, "interval"),
            min_chat_messages=number_in(record, "active_chat_messages"),
            enabled=flag_in(record, "enabled", default=True),
            mode=_named_mode(text_in(record, "active_mode")),
            is_random=text_in(record, "pick_mode").lower() == "random",
        )
    if "message" in record and "number" in record:
        return ExportedQuote(
            number_in(record, "number"),
            text_in(record, "message"),
            name=text_in(record, "quoted_display_name"),
            category=text_in(record, "category"),
            provider=text_in(record, "provider"),
            said_at=text_in(record, "created_at"),
        )
    return None


def _tbot_command(record: Record) -> ExportedCommand:
    names = texts_in(record, "cmds") or [text_in(record, "cmd", "cmds")]
    patterns = texts_in(record, "patterns")
    return ExportedCommand(
        names[0],
        text_in(record, "response"),
        aliases=names[1:],
        level=number_in(record, "access_level"),
        global_cooldown=number_in(record, "global_cooldown"),
        chatter_cooldown=number_in(record, "chatter_cooldown"),
        enabled=flag_in(record, "enabled", default=True),
        public=flag_in(record, "public", default=True),
        mode=_named_mode(text_in(record, "active_mode")),
        phrases=[pattern for pattern in patterns if not pattern.startswith("re:")],
        expressions=[pattern[3:] for pattern in patterns if pattern.startswith("re:")],
        group=text_in(record, "group_name"),
        provider=text_in(record, "provider"),
    )


def _named_mode(mode: str) -> Mode:
    match mode:
        case "online" | "offline":
            return mode
        case _:
            return "always"
