"""Control routes of TikTok."""

from fastapi import APIRouter, Depends
from pydantic import Field

from rehearsal.control.commands import (
    ControlError,
    CountCommand,
    Json,
    LoginCommand,
    Switch,
    done,
    guard_writes,
    known_person,
    known_viewer,
)
from rehearsal.platforms.tiktok import viewer_actions
from rehearsal.platforms.tiktok.platform import TikTok, TikTokDep
from rehearsal.platforms.tiktok.webcast import gifts, messages
from rehearsal.platforms.tiktok.webcast.rooms import LiveRoom
from rehearsal.simulation.world import NotLive

router = APIRouter(prefix="/control/tiktok", dependencies=[Depends(guard_writes)])


class SendGift(LoginCommand):
    viewer: str | None = None
    gift: str = "Paper Lantern"
    count: int = Field(default=1, ge=1, le=10_000)
    ends: bool = True


class Emote(LoginCommand):
    viewer: str | None = None
    emote_id: str = "7100000000000000001"
    # Without a text, the emote is sent alone in an emote message; else it is inserted into the text at `index`.
    text: str = Field(default="", max_length=150)
    index: int = 0


class Biography(LoginCommand):
    text: str = Field(max_length=80)


class ViewerCount(LoginCommand):
    count: int = Field(ge=0)


class UnknownMessage(LoginCommand):
    method: str = "WebcastRehearsalSurpriseMessage"


def live_room(tiktok: TikTok, login: str) -> LiveRoom:
    room = tiktok.room(known_person(tiktok.rehearsal, login))
    if room is None:
        raise ControlError(409, f"{login} is not live.")
    return room


@router.post("/send-gift")
async def send_gift(body: SendGift, tiktok: TikTokDep) -> Json:
    """Sends a gift by name; with `ends` false the end of its streak is not sent."""
    since, kind = tiktok.rehearsal.events.seq, gifts.find(body.gift)
    if kind is None:
        raise ControlError(422, f"Known gifts: {', '.join(each.name for each in gifts.CATALOGUE)}.")
    room, viewer = live_room(tiktok, body.login), known_viewer(tiktok.rehearsal, body.viewer, tiktok.key)
    return done(since, **viewer_actions.send_gift(tiktok, room, viewer, kind, body.count, ends=body.ends))


@router.post("/emote")
async def emote(body: Emote, tiktok: TikTokDep) -> Json:
    since, room = tiktok.rehearsal.events.seq, live_room(tiktok, body.login)
    user = viewer_actions.user(tiktok, known_viewer(tiktok.rehearsal, body.viewer, tiktok.key))
    shown = messages.emote(body.emote_id, f"{tiktok.rehearsal.base_url}/avatars/{body.login}.svg")
    if body.text:
        message = messages.chat_with_emote(room.stamp(), user, body.text, shown, body.index)
    else:
        message = messages.emote_chat(room.stamp(), user, shown)
    return done(since, **viewer_actions.send(room, message))


@router.post("/viewers")
async def viewers(body: ViewerCount, tiktok: TikTokDep) -> Json:
    since, room = tiktok.rehearsal.events.seq, live_room(tiktok, body.login)
    room.viewers = body.count
    room.send_viewer_count()
    return done(since)


@router.post("/suspend")
async def suspend(body: LoginCommand, tiktok: TikTokDep) -> Json:
    """Ends the broadcast as TikTok does when it suspends a streamer."""
    return close_room(body, tiktok, messages.SUSPENDED)


@router.post("/end-quietly")
async def end_quietly(body: LoginCommand, tiktok: TikTokDep) -> Json:
    """Ends the broadcast without notifying the room."""
    return close_room(body, tiktok, None)


def close_room(body: LoginCommand, tiktok: TikTok, action: int | None) -> Json:
    since = tiktok.rehearsal.events.seq
    try:
        tiktok.close_room(known_person(tiktok.rehearsal, body.login), action)
    except NotLive as error:
        raise ControlError(409, str(error)) from None
    return done(since)


@router.post("/unknown-message")
async def unknown_message(body: UnknownMessage, tiktok: TikTokDep) -> Json:
    since, room = tiktok.rehearsal.events.seq, live_room(tiktok, body.login)
    return done(since, **viewer_actions.send(room, messages.wrap(body.method, room.stamp(), b"\x0a\x03new")))


@router.post("/broken-message")
async def broken_message(body: LoginCommand, tiktok: TikTokDep) -> Json:
    """Sends a chat message with invalid bytes."""
    since, room = tiktok.rehearsal.events.seq, live_room(tiktok, body.login)
    return done(since, **viewer_actions.send(room, messages.wrap(messages.CHAT, room.stamp(), b"\xff\xff\xff\xff")))


@router.post("/biography")
async def biography(body: Biography, tiktok: TikTokDep) -> Json:
    """Changes the text of a profile."""
    tiktok.biographies[known_person(tiktok.rehearsal, body.login).id] = body.text
    return done(tiktok.rehearsal.events.seq)


@router.post("/captcha")
async def captcha(body: Switch, tiktok: TikTokDep) -> Json:
    tiktok.shows_captcha = body.on
    return done(tiktok.rehearsal.events.seq)


@router.post("/refuse-handshakes")
async def refuse_handshakes(body: CountCommand, tiktok: TikTokDep) -> Json:
    """Refuses the next n sockets with status 200 and the header `Handshake-Msg`."""
    tiktok.refuse_next_handshakes = body.next
    return done(tiktok.rehearsal.events.seq)
