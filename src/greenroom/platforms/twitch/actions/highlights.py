"""Stream markers and clips of the running stream."""

import msgspec

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.chat.protocol.actions import CreateClip, CreateMarker, Receipt, refused
from greenroom.platforms.twitch.actions.context import ActionContext
from greenroom.platforms.twitch.api.answers import read
from greenroom.platforms.twitch.api.helix import Listed

MAX_DESCRIPTION_LENGTH = 140
NOT_LIVE = "The channel is not live on Twitch."


class Marker(msgspec.Struct):
    position_seconds: int = 0


class Clip(msgspec.Struct):
    id: str
    edit_url: str = ""


async def create_marker(context: ActionContext, action: CreateMarker) -> Receipt:
    body = {"user_id": context.channel_id}
    if action.description:
        body["description"] = action.description[:MAX_DESCRIPTION_LENGTH]
    answer = await context.owner.request("POST", "/streams/markers", json=body)
    if answer.status_code == 404:
        return refused(f"{NOT_LIVE} Markers also need stored broadcasts, a setting on Twitch.")
    if (refusal := context.refused(answer, context.owner)) is not None:
        return refusal
    marker = next(iter(read(answer, Listed[Marker]).data), None) or Marker()
    return Receipt("done", marker_seconds=marker.position_seconds)


async def create_clip(context: ActionContext, action: CreateClip) -> Receipt:
    """Creates a clip; the receipt has the URL of its editor, because Twitch makes the clip in the background."""
    params = [("broadcaster_id", context.channel_id)]
    answer = await context.owner.request("POST", "/clips", params=params)
    if answer.status_code == 404:
        return refused(NOT_LIVE)
    if (refusal := context.refused(answer, context.owner, to_allow="clips")) is not None:
        return refusal
    clip = next(iter(read(answer, Listed[Clip]).data), None)
    if clip is None:
        raise PlatformUnavailable("Twitch did not confirm the clip")
    return Receipt("done", url=clip.edit_url)
