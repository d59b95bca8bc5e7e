"""Normalizing Twitch's moderation events."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from greenroom.chat.protocol.events import (
    ChatCleared,
    Event,
    MessageDeleted,
    ModeratorActed,
    ViewerBanned,
    ViewerUnbanned,
)
from greenroom.platforms.twitch.events import NORMALIZERS
from greenroom.platforms.twitch.normalize.context import FrameContext

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
SENT_AT = NOON - timedelta(seconds=1)
UNTIL = datetime(2026, 11, 15, 12, 10, tzinfo=UTC)
USER = {"user_id": "2002", "user_login": "beta", "user_name": "Beta"}
MODERATOR = {"moderator_user_id": "9", "moderator_user_login": "gamma", "moderator_user_name": "Gamma"}
BROADCASTER = {"broadcaster_user_id": "1001", "broadcaster_user_login": "alpha", "broadcaster_user_name": "Alpha"}

# A real event sets only the field of its action; all other fields are null.
FIELDS = ("ban", "timeout", "unban", "untimeout", "delete", "warn", "mod", "vip", "slow", "followers", "automod_terms")


def normalize(kind: str, version: str, event: Mapping[str, object]) -> Event | None:
    return NORMALIZERS[kind, version](msgspec.Raw(json.dumps(event).encode()), FrameContext("m1", SENT_AT, NOON))


def normalize_moderate(action: str, name: str | None = None, details: dict[str, object] | None = None) -> Event | None:
    source = dict.fromkeys(("source_broadcaster_user_id", "source_broadcaster_user_login"))
    event = {**BROADCASTER, **source, **MODERATOR, "action": action, **dict.fromkeys(FIELDS), name or action: details}
    return normalize("channel.moderate", "2", event)


def test_ban_and_timeout_have_end_and_reason() -> None:
    banned = normalize_moderate("ban", details={**USER, "reason": "spam"})
    assert banned == ViewerBanned("2002", "Beta", None, "spam", "Gamma", NOON, SENT_AT)
    timed_out = normalize_moderate("timeout", details={**USER, "reason": "", "expires_at": "2026-11-15T12:10:00Z"})
    assert timed_out == ViewerBanned("2002", "Beta", UNTIL, "", "Gamma", NOON, SENT_AT)


@pytest.mark.parametrize("action", ["unban", "untimeout"])
def test_unban_is_reported(action: str) -> None:
    assert normalize_moderate(action, details={**USER}) == ViewerUnbanned("2002", "Beta", "Gamma", NOON)


def test_deleted_message_and_cleared_chat_have_a_moderator() -> None:
    deleted = normalize_moderate("delete", details={**USER, "message_id": "m9", "message_body": "bad"})
    assert deleted == MessageDeleted("m9", NOON, "2002", "Gamma")
    assert normalize_moderate("clear") == ChatCleared(NOON, moderator="Gamma")


@pytest.mark.parametrize(
    ("action", "name", "details", "target", "detail"),
    [
        ("mod", None, USER, "Beta", ""),
        ("unmod", None, USER, "Beta", ""),
        ("vip", None, USER, "Beta", ""),
        ("unvip", None, USER, "Beta", ""),
        ("warn", None, {**USER, "reason": "calm down", "chat_rules_cited": None}, "Beta", "calm down"),
        ("warn", None, {**USER, "reason": "", "chat_rules_cited": ["Be kind"]}, "Beta", "Be kind"),
        ("raid", None, {**USER, "viewer_count": 42}, "Beta", "42 viewers"),
        ("unraid", None, USER, "Beta", ""),
        ("slow", None, {"wait_time_seconds": 30}, "", "30 seconds"),
        ("followers", None, {"follow_duration_minutes": 10}, "", "10 minutes"),
        *((action, None, None, "", "") for action in ("emoteonly", "emoteonlyoff", "followersoff", "slowoff")),
        *((action, None, None, "", "") for action in ("subscribers", "subscribersoff", "uniquechat", "uniquechatoff")),
        *(
            (f"{verb}_{kind}_term", "automod_terms", {"action": verb, "list": kind, "terms": ["a", "b"]}, "", "a, b")
            for verb in ("add", "remove")
            for kind in ("blocked", "permitted")
        ),
        *(
            (f"{verb}_unban_request", "unban_request", {**USER, "moderator_message": "ok"}, "Beta", "ok")
            for verb in ("approve", "deny")
        ),
        ("shared_chat_ban", None, {**USER, "reason": "spam"}, "Beta", "spam"),
        ("shared_chat_timeout", None, {**USER, "reason": "", "expires_at": "2026-11-15T12:10:00Z"}, "Beta", ""),
        ("shared_chat_unban", None, USER, "Beta", ""),
        ("shared_chat_untimeout", None, USER, "Beta", ""),
        ("shared_chat_delete", None, {**USER, "message_id": "m", "message_body": "bad"}, "Beta", "bad"),
        ("something_new", None, {**USER}, "Beta", ""),
        ("something_odd", None, None, "", ""),
    ],
)
def test_other_moderator_actions_are_reported_by_name(
    action: str, name: str | None, details: dict[str, object] | None, target: str, detail: str
) -> None:
    assert normalize_moderate(action, name, details) == ModeratorActed(action, "Gamma", target, detail, NOON)


def test_legacy_ban_events_are_normalized() -> None:
    common = {**USER, **BROADCASTER, **MODERATOR, "reason": "spam", "banned_at": "2026-11-15T12:00:00Z"}
    permanent = normalize("channel.ban", "1", {**common, "ends_at": None, "is_permanent": True})
    assert permanent == ViewerBanned("2002", "Beta", None, "spam", "Gamma", NOON, SENT_AT)
    temporary = normalize("channel.ban", "1", {**common, "ends_at": "2026-11-15T12:10:00Z", "is_permanent": False})
    assert temporary == ViewerBanned("2002", "Beta", UNTIL, "spam", "Gamma", NOON, SENT_AT)
    unbanned = normalize("channel.unban", "1", {**USER, **BROADCASTER, **MODERATOR})
    assert unbanned == ViewerUnbanned("2002", "Beta", "Gamma", NOON)


@pytest.mark.parametrize("event", [{}, {"action": 7}, {"action": "ban", "ban": []}])
def test_invalid_action_raises_an_error_that_the_reader_catches(event: dict[str, object]) -> None:
    with pytest.raises(msgspec.MsgspecError):
        normalize("channel.moderate", "2", event)
