"""The Helix calls about who follows, subscribes and gives."""

from datetime import datetime, timedelta

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request

from rehearsal.clock import rfc3339
from rehearsal.crowd import Viewer
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.events import named
from rehearsal.platforms.twitch.helix import (
    Json,
    OnHelix,
    check_count,
    known_room,
    must_be,
    need_scope,
    own_room,
    page_of,
    read_ids,
    required,
)
from rehearsal.platforms.twitch.rooms import Room, Sub
from rehearsal.platforms.twitch.twitch import OnTwitch, Twitch

POINTS = {"1000": 1, "2000": 2, "3000": 6}
PERIODS = {"day": 1, "week": 7, "month": 31, "year": 366}

router = APIRouter(prefix="/twitch/helix")


@router.get("/channels/followers")
async def followers(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    """Whoever lacks the scope or the role learns the number and nothing else."""
    room = known_room(request, twitch)
    total = len(room.followers)
    person = caller.person
    if person is None or not caller.has_any("moderator:read:followers") or not room.is_moderator(person.id):
        return {"data": [], "pagination": {}, "total": total}
    wanted = request.query_params.get("user_id")
    newest = sorted(room.followers.values(), key=lambda each: each[1], reverse=True)
    shown = [each for each in newest if wanted in {None, each[0].id}]
    return {**page_of(request, [follower_row(*each) for each in shown]), "total": total}


def follower_row(viewer: Viewer, at: datetime) -> JsonValue:
    return {**named("user", viewer), "followed_at": rfc3339(at)}


@router.get("/channels/followed")
async def followed(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    user_id = required(request, "user_id")
    need_scope(caller, "user:read:follows")
    must_be(caller, user_id, "user_id")
    only = request.query_params.get("broadcaster_id")
    rooms = [room for room in twitch.rooms.all() if user_id in room.followers and only in {None, room.person.id}]
    rows: list[JsonValue] = [
        {**named("broadcaster", room.person), "followed_at": rfc3339(room.followers[user_id][1])} for room in rooms
    ]
    return {**page_of(request, rows), "total": len(rows)}


@router.get("/subscriptions")
async def subscriptions(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    """The broadcaster counts as a subscriber of their own."""
    room = own_room(request, caller, twitch, "channel:read:subscriptions")
    wanted = read_ids(request, "user_id")
    check_count(len(wanted), "user_id")
    subs = [Sub(room.owner, "3000", 1), *room.subs.values()]
    rows: list[JsonValue] = [sub_row(room, each) for each in subs if not wanted or each.viewer.id in wanted]
    points = sum(POINTS[each.tier] for each in room.subs.values())
    return {**page_of(request, rows), "total": len(subs), "points": points}


def sub_row(room: Room, each: Sub) -> JsonValue:
    gifter = named("gifter", each.gifter)
    return {
        **named("broadcaster", room.person),
        **{key: value or "" for key, value in gifter.items()},
        "is_gift": each.is_gift,
        "plan_name": f"Channel Subscription ({room.person.login})",
        "tier": each.tier,
        **named("user", each.viewer),
    }


@router.get("/subscriptions/user")
async def own_subscription(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    user_id = required(request, "user_id")
    room = known_room(request, twitch)
    need_scope(caller, "user:read:subscriptions")
    must_be(caller, user_id, "user_id")
    sub = room.subs.get(user_id)
    if sub is None:
        raise HelixError(404, f"{user_id} has no subscription to {room.person.id}")
    row: Json = {**named("broadcaster", room.person), "is_gift": sub.is_gift, "tier": sub.tier}
    if sub.gifter is not None:
        row |= named("gifter", sub.gifter)
    return {"data": [row]}


@router.get("/bits/leaderboard")
async def leaderboard(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    person = need_scope(caller, "bits:read")
    count = request.query_params.get("count", "10")
    if not count.isdecimal() or not 1 <= int(count) <= 100:
        raise HelixError(400, "The value in the count query parameter must be between 1 and 100")
    period = request.query_params.get("period", "all")
    if period not in {"all", *PERIODS}:
        raise HelixError(400, "The value in the period query parameter is not valid")
    rows = bits_rows(twitch.room(person), request.query_params.get("user_id"), twitch)[: int(count)]
    return {"data": rows, "date_range": date_range(period, twitch), "total": len(rows)}


def bits_rows(room: Room, user_id: str | None, twitch: Twitch) -> list[JsonValue]:
    ranked = sorted(room.bits.items(), key=lambda each: each[1], reverse=True)
    rows: list[JsonValue] = [
        {**named("user", twitch.anybody(giver)), "rank": rank, "score": score}
        for rank, (giver, score) in enumerate(ranked, start=1)
        if user_id in {None, giver}
    ]
    return rows


def date_range(period: str, twitch: Twitch) -> JsonValue:
    """Empty for all time."""
    if period == "all":
        return {"started_at": "", "ended_at": ""}
    now = twitch.stage.clock.now()
    return {"started_at": rfc3339(now - timedelta(days=PERIODS[period])), "ended_at": rfc3339(now)}


@router.get("/shared_chat/session")
async def shared_chat(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    """Nobody shares a chat here."""
    known_room(request, twitch)
    return {"data": []}


@router.get("/goals")
async def goals(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    own_room(request, caller, twitch, "channel:read:goals")
    return {"data": []}
