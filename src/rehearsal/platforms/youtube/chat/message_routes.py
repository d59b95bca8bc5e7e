"""Routes that list, send and delete chat messages."""

from datetime import timedelta
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.clock import rfc3339
from rehearsal.platforms.youtube import methods, viewer_actions
from rehearsal.platforms.youtube.broadcasts.resources import author_details
from rehearsal.platforms.youtube.broadcasts.studio import Broadcast, Studio
from rehearsal.platforms.youtube.calls import Call, call_to, parse_body, single_response
from rehearsal.platforms.youtube.chat import messages
from rehearsal.platforms.youtube.chat.live_chat import Chat, Message
from rehearsal.platforms.youtube.chat.message_tally import count_served
from rehearsal.platforms.youtube.errors import PARAMETER, ApiError, Json, chat_error
from rehearsal.platforms.youtube.ids import channel_id, etag_of, page_position, page_token, video_of_message
from rehearsal.platforms.youtube.platform import YouTube, YouTubeDep
from rehearsal.simulation.world import Person

PAGE_SIZE = 500
MESSAGE_PARTS = frozenset({"id", "snippet", "authorDetails"})

router = APIRouter(prefix="/youtube/v3/liveChat")


class TextDetails(BaseModel):
    messageText: str | None = None  # noqa: N815 - the wire's name


class NewSnippet(BaseModel):
    liveChatId: str | None = None  # noqa: N815
    type: str | None = None
    textMessageDetails: TextDetails | None = None  # noqa: N815


class NewMessage(BaseModel):
    snippet: NewSnippet = NewSnippet()


@router.get("/messages")
async def list_messages(
    call: Annotated[Call, Depends(call_to(methods.MESSAGES_LIST))], youtube: YouTubeDep
) -> Response:
    studio, broadcast = youtube.find_chat(call.text("liveChatId"))
    chat = broadcast.chat
    check_open(youtube, chat)
    interval = timedelta(milliseconds=youtube.limits.polling_interval_ms)
    reader = call.person.id
    if chat.is_polled_too_soon(reader, youtube.rehearsal.clock.now(), interval):
        message = "The request was sent too soon after the previous request. Wait for the polling interval."
        raise chat_error(403, "rateLimitExceeded", message)
    start = start_of(youtube, chat, "list", call.text("pageToken"))
    found, end = chat.since(start, call.number("maxResults", PAGE_SIZE))
    count_served(youtube.rehearsal.tallies, studio.person.login, found)
    head: Json = {"pollingIntervalMillis": youtube.limits.polling_interval_ms}
    content = encode_list(chat, found, page_token("list", end), call, head)
    return Response(content, media_type="application/json; charset=UTF-8")


def check_open(youtube: YouTube, chat: Chat) -> None:
    """Raises if the chat ended more than `ended_chat_seconds` ago."""
    if chat.offline_at is None:
        return
    left = chat.offline_at + timedelta(seconds=youtube.limits.ended_chat_seconds) - youtube.rehearsal.clock.now()
    if left <= timedelta():
        raise chat_ended()


def chat_ended() -> ApiError:
    return chat_error(403, "liveChatEnded", "The specified live chat is no longer live.")


def start_of(youtube: YouTube, chat: Chat, kind: str, token: str) -> int:
    if not token:
        return chat.backlog(youtube.limits.backlog_messages)
    position = page_position(kind, token)
    if position is None:
        message = "The page token is not valid."
        raise ApiError(400, "invalidPageToken", message, PARAMETER, location="pageToken")
    return position


def encode_list(chat: Chat, listed: list[Message], token: str, call: Call, head: Json) -> bytes:
    """The JSON of a list response; messages are encoded once for all readers."""
    body: Json = {
        "kind": "youtube#liveChatMessageListResponse",
        "etag": etag_of(f"{chat.id} {token}"),
        **head,
        "pageInfo": {"totalResults": len(listed), "resultsPerPage": len(listed)},
        "nextPageToken": token,
    }
    if chat.offline_at is not None:
        body["offlineAt"] = rfc3339(chat.offline_at)
    if chat.active_poll is not None:
        body["activePollItem"] = msgspec.json.decode(chat.active_poll.encoded(call.parts or MESSAGE_PARTS))
    parts = call.parts or MESSAGE_PARTS
    items = b",".join(message.encoded(parts) for message in listed)
    return msgspec.json.encode(body)[:-1] + b',"items":[' + items + b"]}"


@router.post("/messages")
async def insert_message(
    request: Request, call: Annotated[Call, Depends(call_to(methods.MESSAGES_INSERT))], youtube: YouTubeDep
) -> Response:
    new_message = parse_body(await request.body(), NewMessage).snippet
    if not new_message.liveChatId:
        raise chat_error(400, "liveChatIdRequired", "The liveChatMessage resource must name the live chat.")
    if not new_message.type:
        raise chat_error(400, "typeRequired", "The liveChatMessage resource must have a type.")
    studio, broadcast = youtube.find_chat(new_message.liveChatId)
    if new_message.type != "textMessageEvent":
        raise chat_error(400, "invalidValue", f"Messages of the type {new_message.type} cannot be inserted.")
    text = checked_text(youtube, new_message.textMessageDetails)
    check_may_send(youtube, studio, broadcast, call.person)
    return single_response(call, send_message(youtube, studio, broadcast.chat, call.person, text).resource())


def checked_text(youtube: YouTube, details: TextDetails | None) -> str:
    if details is None or details.messageText is None:
        raise chat_error(400, "messageTextRequired", "The message text is required.")
    # Line breaks become spaces.
    text = " ".join(details.messageText.split("\n")).strip()
    if not text or len(text) > youtube.limits.message_characters:
        raise chat_error(400, "messageTextInvalid", "The message text is not valid.")
    return text


def check_may_send(youtube: YouTube, studio: Studio, broadcast: Broadcast, person: Person) -> None:
    chat, now, sender_id = broadcast.chat, youtube.rehearsal.clock.now(), channel_id(person.id)
    if chat.offline_at is not None:
        raise chat_ended()
    if studio.is_owner(sender_id):
        return
    is_moderator = studio.may_moderate(sender_id)
    is_excluded = chat.is_for_members and sender_id not in studio.members and not is_moderator
    if studio.is_banned(sender_id, chat, now) or is_excluded:
        raise chat_error(403, "forbidden", "You do not have the permissions required to write in this chat.")
    limits = youtube.limits
    limit = limits.moderator_messages if is_moderator else limits.viewer_messages
    if chat.sends_too_often(person.id, now, limit, timedelta(seconds=limits.message_window_seconds)):
        message = "The request was refused: too many chat messages were posted in a given timeframe."
        raise chat_error(403, "rateLimitExceeded", message)


def send_message(youtube: YouTube, studio: Studio, chat: Chat, person: Person, text: str) -> Message:
    sender_id, now = channel_id(person.id), youtube.rehearsal.clock.now()
    author = author_details(youtube.rehearsal, studio, person.login, person.id, is_member=False)
    content = {**messages.snippet("textMessageEvent", chat.id, sender_id, now, text), **messages.text(text)}
    message = chat.send(chat.compose(content, author, sender_id))
    facts = {"login": studio.person.login, "by": person.login, "text": text, "message_id": message.id}
    youtube.rehearsal.events.record("message_sent", platform=youtube.key, **facts)
    return message


def find_message(youtube: YouTube, message_id: str) -> tuple[Studio, Chat, Message]:
    found = youtube.find_broadcast(video_of_message(message_id) or "")
    message = found[1].chat.find(message_id) if found else None
    if found is None or message is None:
        raise chat_error(404, "liveChatMessageNotFound", "The chat message cannot be found.")
    return found[0], found[1].chat, message


def check_moderates(studio: Studio, person: Person) -> None:
    if not studio.may_moderate(channel_id(person.id)):
        message = "You do not have the permissions required to moderate this live chat."
        raise chat_error(403, "forbidden", message)


@router.delete("/messages")
async def delete_message(
    call: Annotated[Call, Depends(call_to(methods.MESSAGES_DELETE))], youtube: YouTubeDep
) -> Response:
    studio, chat, message = find_message(youtube, call.text("id"))
    check_moderates(studio, call.person)
    if message.snippet["type"] == "tombstone":
        raise chat_error(404, "liveChatMessageNotFound", "The chat message cannot be found.")
    if studio.may_moderate(message.author_id):
        text = "Messages of the channel owner and of moderators cannot be removed."
        raise chat_error(403, "modificationNotAllowed", text)
    viewer_actions.remove(youtube, studio, chat, message)
    return Response(status_code=204)
