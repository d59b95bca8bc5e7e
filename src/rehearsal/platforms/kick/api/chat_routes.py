"""Routes that send and delete messages, ban and unban."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.kick import viewer_actions
from rehearsal.platforms.kick.api.bodies import Ban, Post, Unban, read_body
from rehearsal.platforms.kick.api.caller import PublicApiCaller
from rehearsal.platforms.kick.api.envelopes import Json, ok
from rehearsal.platforms.kick.errors import KickError
from rehearsal.platforms.kick.platform import Kick, KickDep
from rehearsal.simulation.actions import ActionRefused
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import BOT_LOGIN, Person

router = APIRouter(prefix="/kick/public/v1")


@router.post("/chat")
async def send(request: Request, caller: PublicApiCaller, kick: KickDep) -> Json:
    owner = caller.owner("chat:write")
    post = await read_body(request, Post)
    if not post.content.strip():
        raise KickError(400, "content is required")
    if not kick.rate_limit.allows(f"chat {caller.token.value}", kick.limits.chat_messages_per_minute):
        raise KickError(429)
    broadcaster, sender = bot_target(owner, kick) if post.type == "bot" else user_target(owner, post, kick)
    quoted = kick.room(broadcaster).quote(post.reply_to_message_id) if post.reply_to_message_id else None
    if post.reply_to_message_id and quoted is None:
        raise KickError(400, "reply_to_message_id is not known")
    message = viewer_actions.send_message(kick, broadcaster, sender, post.content, quoted)
    facts = {"login": broadcaster.login, "sender": sender.login, "text": post.content, "message_id": message.id}
    kick.rehearsal.events.record("message_sent", platform=kick.key, **facts)
    return ok({"is_sent": True, "message_id": message.id})


def bot_target(owner: Person, kick: Kick) -> tuple[Person, Viewer]:
    """The channel and the author of a message of type `bot`; the channel is always that of the token's account."""
    if not kick.has_bot:
        raise KickError(400, "Channel not found")
    return owner, kick.as_viewer(kick.rehearsal.world.person(BOT_LOGIN), owner)


def user_target(owner: Person, post: Post, kick: Kick) -> tuple[Person, Viewer]:
    if post.broadcaster_user_id is None:
        raise KickError(400, "broadcaster_user_id is required")
    broadcaster = kick.rehearsal.world.find(person_id=str(post.broadcaster_user_id))
    if broadcaster is None:
        raise KickError(400, "Channel not found")
    check_may_send(owner, broadcaster, kick)
    return broadcaster, kick.as_viewer(owner, broadcaster)


def check_may_send(sender: Person, broadcaster: Person, kick: Kick) -> None:
    """Raises 403 if a ban or a chat mode forbids the message; in slow mode, records its time."""
    room, now = kick.room(broadcaster), kick.rehearsal.clock.now()
    if room.is_banned(sender.id, now):
        raise KickError(403)
    is_staff = sender == broadcaster or sender.id in room.moderators
    if not is_staff and not room.modes_allow_message(sender.id, now):
        raise KickError(403)
    if room.slow_seconds:
        room.last_message_at[sender.id] = now


@router.delete("/chat/{message_id}")
async def delete(message_id: str, caller: PublicApiCaller, kick: KickDep) -> Response:
    moderator = caller.owner("moderation:chat_message:manage")
    broadcaster = next((each for each in kick.rehearsal.world.people if message_id in kick.room(each).messages), None)
    if broadcaster is None:
        raise KickError(404)
    check_moderator(moderator, broadcaster, kick)
    viewer_actions.delete(kick, broadcaster, message_id)
    return Response(status_code=204)


def check_moderator(person: Person, broadcaster: Person, kick: Kick) -> None:
    if person != broadcaster and person.id not in kick.room(broadcaster).moderators:
        raise KickError(403)


def people_of(body: Ban | Unban, moderator: Person, kick: Kick) -> tuple[Person, Viewer]:
    broadcaster = kick.rehearsal.world.find(person_id=str(body.broadcaster_user_id))
    viewer = kick.rehearsal.world.viewer(viewer_id=str(body.user_id))
    if broadcaster is None or viewer is None:
        raise KickError(404)
    check_moderator(moderator, broadcaster, kick)
    return broadcaster, viewer


@router.post("/moderation/bans")
async def ban(request: Request, caller: PublicApiCaller, kick: KickDep) -> Json:
    moderator = caller.owner("moderation:ban")
    body = await read_body(request, Ban)
    broadcaster, viewer = people_of(body, moderator, kick)
    if viewer.id == broadcaster.id:
        raise KickError(400, "The broadcaster cannot be banned")
    viewer_actions.ban(kick, broadcaster, kick.as_viewer(moderator, broadcaster), viewer, body.duration, body.reason)
    return ok({})


@router.delete("/moderation/bans")
async def unban(request: Request, caller: PublicApiCaller, kick: KickDep) -> Json:
    moderator = caller.owner("moderation:ban")
    body = await read_body(request, Unban)
    broadcaster, viewer = people_of(body, moderator, kick)
    try:
        viewer_actions.unban(kick, broadcaster, kick.as_viewer(moderator, broadcaster), viewer)
    except ActionRefused:
        raise KickError(400, "The user is not banned") from None
    return ok({})
