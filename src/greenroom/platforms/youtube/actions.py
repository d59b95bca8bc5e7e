"""Actions on YouTube: each has one method that returns a receipt."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

from greenroom.accounts.platforms import PlatformFailure
from greenroom.chat.protocol.actions import (
    Action,
    BanViewer,
    ChangeCategory,
    ChangeTitle,
    CountFollowers,
    DeleteMessage,
    LookUpViewer,
    Receipt,
    SearchCategories,
    SendMessage,
    UnbanViewer,
    ViewerFound,
    refused,
)
from greenroom.chat.protocol.platform import Account
from greenroom.chat.sending.splitting import split
from greenroom.kernel.clock import Clock
from greenroom.platforms.youtube.api.answers import ErrorKind, Refused, ScopeMissing, read
from greenroom.platforms.youtube.api.client import Api
from greenroom.platforms.youtube.api.resources import Channel, Created, Listed
from greenroom.platforms.youtube.broadcasts.categories import CategoryCache
from greenroom.platforms.youtube.broadcasts.editor import Editor
from greenroom.platforms.youtube.broadcasts.lookup import Broadcasts, pick_live, pick_upcoming
from greenroom.platforms.youtube.chat.state import CurrentBroadcast, load_current_broadcast, store_current_broadcast
from greenroom.platforms.youtube.info import MESSAGE_MAX_LENGTH
from greenroom.platforms.youtube.pace import Pace
from greenroom.platforms.youtube.quota.rules import Use
from greenroom.platforms.youtube.settings import QuotaCosts

# How long actions trust a stored lookup that found no broadcast; the connection usually looks more often.
OFFLINE_CACHED_FOR = timedelta(minutes=3)

OFFLINE = "YouTube has no live chat right now: it opens with the stream."
NOT_ALLOWED = "Missing YouTube permission. Reconnect YouTube and leave all boxes checked."
NOT_MODERATOR = "YouTube does not allow this account to do that. Make it a moderator of the channel."
STUDIO = "https://studio.youtube.com/channel/{}/livestreaming"

# Texts for errors after which a retry would not help; REASON_TEXTS has better texts for some reasons.
REFUSAL_TEXTS = {
    ErrorKind.FORBIDDEN: NOT_MODERATOR,
    ErrorKind.CHAT_ENDED: "This live chat has ended.",
    ErrorKind.CHAT_DISABLED: "The live chat of this broadcast is turned off.",
    ErrorKind.TEXT_REFUSED: "YouTube rejected this text.",
    ErrorKind.PROTECTED: "YouTube doesn't allow this for the owner and moderators of a channel.",
    ErrorKind.BAD_REQUEST: "YouTube rejected this request.",
    ErrorKind.NOT_FOUND: "This no longer exists on YouTube.",
}

REASON_TEXTS = {
    "insufficientLivePermissions": "Only the owner of the YouTube channel can change its broadcasts.",
    "invalidTitle": "YouTube does not accept this title.",
    "invalidCategoryId": "This category does not exist on YouTube.",
    "invalidChannelId": "This viewer does not exist on YouTube.",
}

Json = dict[str, Any]


class YouTubeActions:
    def __init__(
        self,
        account: Account,
        *,
        acting: Api,
        owner: Api,
        categories: CategoryCache,
        costs: QuotaCosts,
        clock: Clock,
        pace: Pace,
    ) -> None:
        self._account = account
        self._acting = acting
        self._owner = owner
        self._categories = categories
        self._costs = costs
        self._clock = clock
        self._pace = pace
        self._editor = Editor(owner, costs)

    async def act(self, action: Action) -> Receipt:
        try:
            return await self._dispatch(action)
        except ScopeMissing:
            return refused(NOT_ALLOWED)
        except Refused as error:
            if error.error_kind not in REFUSAL_TEXTS:
                raise
            return refused(REASON_TEXTS.get(error.reason) or REFUSAL_TEXTS[error.error_kind])

    async def _dispatch(self, action: Action) -> Receipt:  # noqa: PLR0911  # one return for each action
        match action:
            case SendMessage():
                return await self._send(action)
            case DeleteMessage():
                return await self._delete(action)
            case BanViewer():
                return await self._ban(action)
            case UnbanViewer():
                return await self._unban(action)
            case ChangeTitle():
                return await self._change(title=action.title)
            case ChangeCategory():
                return await self._change(categoryId=action.category_id)
            case SearchCategories():
                return Receipt("done", categories=await self._categories.search(self._owner, action.query))
            case LookUpViewer():
                return await self._look_up(action)
            case CountFollowers():
                return await self._count_subscribers()
            case _:
                return refused("Not supported by YouTube.")

    async def _send(self, action: SendMessage) -> Receipt:
        if action.reply_to:
            return refused("YouTube has no replies.")
        parts = split(action.text, MESSAGE_MAX_LENGTH)
        if not parts:
            return refused("The message is empty.")
        return await self._in_chat(lambda chat_id: self._send_parts(chat_id, parts))

    async def _send_parts(self, chat_id: str, parts: list[str]) -> Receipt:
        sent = list[str]()
        for part in parts:
            if sent:
                await asyncio.sleep(self._pace.part_gap_seconds)
            try:
                sent.append(await self._insert(chat_id, part))
            except PlatformFailure as error:
                if not sent:
                    raise
                # A retry would send the first parts twice.
                detail = f"Only {len(sent)} of {len(parts)} parts were sent: {error}."
                return Receipt("dropped", detail, message_ids=tuple(sent))
        return Receipt("done", message_ids=tuple(sent))

    async def _insert(self, chat_id: str, text: str) -> str:
        details = {"messageText": text}
        body = {"snippet": {"liveChatId": chat_id, "type": "textMessageEvent", "textMessageDetails": details}}
        return await self._create("/liveChat/messages", self._costs.chat_insert, body)

    async def _create(self, path: str, cost: int, body: Json) -> str:
        params = [("part", "snippet")]
        answer = await self._acting.call("POST", path, cost=cost, use=Use.ACT, params=params, json=body)
        return read(answer, Created).id

    async def _delete(self, action: DeleteMessage) -> Receipt:
        return await self._remove("/liveChat/messages", self._costs.chat_delete, action.message_id)

    async def _remove(self, path: str, cost: int, resource_id: str) -> Receipt:
        try:
            await self._acting.call("DELETE", path, cost=cost, use=Use.ACT, params=[("id", resource_id)])
        except Refused as error:
            if error.error_kind is not ErrorKind.NOT_FOUND:
                raise
            return Receipt("done", "Already done.")
        return Receipt("done")

    async def _ban(self, action: BanViewer) -> Receipt:
        return await self._in_chat(lambda chat_id: self._ban_in(chat_id, action))

    async def _ban_in(self, chat_id: str, action: BanViewer) -> Receipt:
        snippet: Json = {"liveChatId": chat_id, "bannedUserDetails": {"channelId": action.viewer_id}}
        if action.seconds is None:
            snippet["type"] = "permanent"
        else:
            snippet |= {"type": "temporary", "banDurationSeconds": str(max(action.seconds, 1))}
        ban_id = await self._create("/liveChat/bans", self._costs.ban_insert, {"snippet": snippet})
        # YouTube lists no bans: the id is needed to unban.
        await self._account.adapter_state.put(_ban_key(action.viewer_id), ban_id)
        return Receipt("done", "YouTube does not support ban reasons." if action.reason else "")

    async def _unban(self, action: UnbanViewer) -> Receipt:
        ban_id = await self._account.adapter_state.get(_ban_key(action.viewer_id))
        if ban_id is None:
            studio = STUDIO.format(self._account.provider_channel_id)
            return refused(f"On YouTube, Greenroom can only lift its own bans. Unban this viewer there: {studio}")
        receipt = await self._remove("/liveChat/bans", self._costs.ban_delete, ban_id)
        await self._account.adapter_state.delete(_ban_key(action.viewer_id))
        return receipt

    async def _change(self, **changes: str) -> Receipt:
        broadcast = await self._current_broadcast(is_chat_needed=False)
        if not broadcast.broadcast_id:
            return refused("No live or upcoming broadcast on YouTube.")
        return await self._editor.change(broadcast.broadcast_id, changes)

    async def _look_up(self, action: LookUpViewer) -> Receipt:
        params = [("part", "id,snippet"), ("id", action.viewer_id)]
        cost = self._costs.channel_list
        answer = await self._owner.call("GET", "/channels", cost=cost, use=Use.ACT, params=params)
        found = [_viewer(channel) for channel in read(answer, Listed[Channel]).items]
        return Receipt("done", viewers=tuple(found))

    async def _count_subscribers(self) -> Receipt:
        params = [("part", "id,statistics"), ("id", self._account.provider_channel_id)]
        answer = await self._owner.call("GET", "/channels", cost=self._costs.channel_list, use=Use.ACT, params=params)
        found = next(iter(read(answer, Listed[Channel]).items), None)
        if found is None or found.statistics is None or found.statistics.hidden_subscriber_count:
            return refused("YouTube does not report the subscriber count.")
        return Receipt("done", followers=found.statistics.subscriber_count)

    async def _in_chat(self, act: Callable[[str], Awaitable[Receipt]]) -> Receipt:
        """Calls `act` with the id of the stored chat; if that chat has ended, again with the id of the current one."""
        broadcast = await self._current_broadcast(is_chat_needed=True)
        if not broadcast.chat_id:
            return refused(OFFLINE)
        try:
            return await act(broadcast.chat_id)
        except Refused as error:
            if error.error_kind is not ErrorKind.CHAT_ENDED and error.reason != "liveChatNotFound":
                raise
        found = await self._find()
        if found.chat_id in {"", broadcast.chat_id}:
            return refused(REFUSAL_TEXTS[ErrorKind.CHAT_ENDED])
        return await act(found.chat_id)

    async def _current_broadcast(self, *, is_chat_needed: bool) -> CurrentBroadcast:
        known = await load_current_broadcast(self._account.adapter_state)
        if known is None:
            return await self._find()
        has_needed_id = known.chat_id if is_chat_needed else known.broadcast_id
        return known if has_needed_id or self._clock() - known.as_of < OFFLINE_CACHED_FOR else await self._find()

    async def _find(self) -> CurrentBroadcast:
        now, broadcasts = self._clock(), Broadcasts(self._owner, self._costs, Use.ACT)
        active = await broadcasts.active()
        found = pick_live(active, "") or pick_upcoming([*active, *await broadcasts.upcoming()], now)
        broadcast = CurrentBroadcast(found.id if found else "", found.snippet.live_chat_id if found else "", now)
        await store_current_broadcast(self._account.adapter_state, broadcast.broadcast_id, broadcast.chat_id, now)
        return broadcast


def _ban_key(viewer_id: str) -> str:
    return f"ban:{viewer_id[:100]}"


def _viewer(channel: Channel) -> ViewerFound:
    snippet = channel.snippet
    login = snippet.custom_url.removeprefix("@")
    return ViewerFound(channel.id, login, snippet.title, snippet.avatar_url, created_at=snippet.published_at)
