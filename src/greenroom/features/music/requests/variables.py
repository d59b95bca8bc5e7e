"""Variables with which viewers request songs."""

from greenroom.features.music.requests.requests import SongRequests
from greenroom.features.music.requests.service import Requester
from greenroom.responses.variables import Arguments, Variable, VariableContext

GROUP = "Music"


def variables(requests: SongRequests) -> list[Variable]:
    async def request(context: VariableContext, arguments: Arguments) -> str:
        caller = context.caller
        assert caller is not None  # because of `needs_caller=True`
        message_ref = f"{context.connection_id}:{context.message_id}"[:250] if context.message_id else None
        return await requests.request(
            context.channel_id,
            Requester(caller.provider, caller.viewer_id, caller.name or caller.login, message_ref),
            arguments.text or context.query,
            context.now,
            is_subscriber=caller.is_subscriber,
        )

    async def listed(context: VariableContext, _: Arguments) -> str:
        return await requests.list_songs(context.channel_id)

    return [
        Variable(
            "song.request",
            GROUP,
            "Requests a song by link, id or name, if song requests are on",
            "$(song.request $(query))",
            "Harbour Lights by The Cranes was added at number 2.",
            request,
            takes="text",
            needs_caller=True,
            has_side_effect=True,
            preview=lambda _, __: "Harbour Lights by The Cranes was added at number 2.",
            cost="platform",
        ),
        Variable(
            "song.requests",
            GROUP,
            "The songs that were requested and come next",
            "$(song.requests)",
            "1. Harbour Lights by The Cranes, 2. Paper Moon by Yuki",
            listed,
            cost="database",
        ),
    ]
