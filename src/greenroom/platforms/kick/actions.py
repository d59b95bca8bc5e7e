"""Actions on Kick: calls of its API, whose responses become receipts."""

from greenroom.accounts.platforms import PlatformUnavailable, RateLimited
from greenroom.chat.protocol.actions import (
    Action,
    BanViewer,
    Category,
    ChangeCategory,
    ChangeTitle,
    DeleteMessage,
    LookUpViewer,
    Receipt,
    SearchCategories,
    SendMessage,
    UnbanViewer,
    ViewerFound,
    dropped,
    refused,
)
from greenroom.chat.protocol.platform import Account
from greenroom.chat.sending.splitting import split
from greenroom.kernel.http.client import HttpResponse
from greenroom.platforms.kick.api.answers import Enveloped, error_message, raise_for_status, read
from greenroom.platforms.kick.api.client import KickApi, Sent
from greenroom.platforms.kick.api.payloads import Category as KickCategory
from greenroom.platforms.kick.bans import REASON_MAX_LENGTH, TooLong, ban_body, in_minutes
from greenroom.platforms.kick.info import MESSAGE_MAX_LENGTH
from greenroom.platforms.kick.pace import SendThrottle

DONE = Receipt("done")
MIN_SEARCH_LENGTH, MAX_SEARCH_LENGTH = 3, 100
NO_APP_BOT = "The Kick app has no bot. Enable it in the app's settings on Kick, or turn off app_bot here."
INVALID_VIEWER_ID = "Not a valid Kick user ID."


class KickActions:
    """Performs actions: `owner` uses the channel's own token, `acting` the token of the account that acts."""

    def __init__(
        self, account: Account, *, owner: KickApi, acting: KickApi, throttle: SendThrottle, uses_app_bot: bool
    ) -> None:
        self._account = account
        self._broadcaster_id = account.provider_channel_id
        self._owner = owner
        self._acting = acting
        self._throttle = throttle
        self._is_app_bot = uses_app_bot and account.acting.is_bot

    async def act(self, action: Action) -> Receipt:  # noqa: PLR0911  # one return for each action
        match action:
            case SendMessage():
                return await self._send(action)
            case DeleteMessage():
                return await self._delete(action.message_id)
            case BanViewer():
                return await self._ban(action)
            case UnbanViewer():
                return await self._unban(action.viewer_id)
            case ChangeTitle():
                return await self._change({"stream_title": action.title})
            case ChangeCategory():
                return await self._change_category(action.category_id)
            case SearchCategories():
                return await self._search(action.query)
            case LookUpViewer():
                return await self._look_up(action.viewer_id)
            case _:
                return refused("Not supported by Kick's API.")

    async def _send(self, action: SendMessage) -> Receipt:
        parts = split(action.text, MESSAGE_MAX_LENGTH)
        if not parts:
            return refused("The message is empty.")
        sent: list[str] = []
        for number, part in enumerate(parts):
            try:
                receipt = await self._send_text(part, action.reply_to if number == 0 else "")
            except (RateLimited, PlatformUnavailable) as error:
                if not sent:
                    raise
                # Retrying everything would send the first part twice.
                receipt = dropped(str(error))
            if receipt.outcome != "done":
                detail = f"Only {number} of {len(parts)} parts were sent: {receipt.detail}" if sent else receipt.detail
                return Receipt(receipt.outcome, detail, tuple(sent))
            sent += receipt.message_ids
        return Receipt("done", message_ids=tuple(sent))

    async def _send_text(self, text: str, reply_to: str) -> Receipt:
        message: dict[str, object] = {"content": text, "type": "bot" if self._is_app_bot else "user"}
        if not self._is_app_bot:
            message["broadcaster_user_id"] = int(self._broadcaster_id)
        if reply_to:
            message["reply_to_message_id"] = reply_to
        # The app's bot writes in the chat of the token's owner, so it needs the channel's token.
        api, sender = self._owner, self._broadcaster_id
        if not self._is_app_bot:
            api, sender = self._acting, self._account.acting.provider_user_id
        await self._throttle.acquire(sender)
        answer = await api.send_message(message)
        try:
            return self._message_receipt(answer)
        except RateLimited as error:
            self._throttle.pause(sender, error.after_seconds)
            raise

    def _message_receipt(self, answer: HttpResponse) -> Receipt:
        message = error_message(answer)
        if answer.status_code == 400 and message is not None:
            has_no_bot = self._is_app_bot and "channel not found" in message.lower()
            return refused(NO_APP_BOT) if has_no_bot else dropped(f"Kick rejected the message: {message[:200]}")
        if answer.status_code == 403 and message is not None:
            # Kick gives no reason: a ban, followers-only mode and slow mode all return 403.
            return dropped("Kick rejected the message: banned account, slow mode or followers-only mode.")
        raise_for_status(answer)
        sent = read(answer, Enveloped[Sent]).data
        if not sent.is_sent:
            return dropped("Kick accepted the message but did not show it.")
        return Receipt("done", message_ids=(sent.message_id,) if sent.message_id else ())

    async def _delete(self, message_id: str) -> Receipt:
        if not _is_path_segment(message_id):
            return refused("Not a valid Kick message ID.")
        answer = await self._acting.request("DELETE", f"/v1/chat/{message_id}")
        if answer.status_code == 404 and error_message(answer) is not None:
            return Receipt("done", "Already deleted.")
        return _receipt(answer)

    async def _ban(self, action: BanViewer) -> Receipt:
        if not _is_number(action.viewer_id):
            return refused(INVALID_VIEWER_ID)
        try:
            duration = None if action.seconds is None else in_minutes(action.seconds)
        except TooLong:
            return refused("Timeouts on Kick can be up to 7 days. Ban instead.")
        minutes = None if duration is None else duration.minutes
        body = ban_body(self._broadcaster_id, action.viewer_id, minutes, action.reason)
        receipt = _receipt(await self._acting.request("POST", "/v1/moderation/bans", json=body))
        if receipt.outcome != "done":
            return receipt
        is_cut = len(action.reason) > REASON_MAX_LENGTH
        reason_note = f"Kick shortens reasons to {REASON_MAX_LENGTH} characters" if is_cut else ""
        detail = ". ".join(note for note in (duration.detail if duration else "", reason_note) if note)
        return Receipt("done", detail, timeout_seconds=(minutes or 0) * 60)

    async def _unban(self, viewer_id: str) -> Receipt:
        if not _is_number(viewer_id):
            return refused(INVALID_VIEWER_ID)
        body = {"broadcaster_user_id": int(self._broadcaster_id), "user_id": int(viewer_id)}
        return _receipt(await self._acting.request("DELETE", "/v1/moderation/bans", json=body))

    async def _change(self, changes: dict[str, object]) -> Receipt:
        return _receipt(await self._owner.request("PATCH", "/v1/channels", json=changes))

    async def _change_category(self, category_id: str) -> Receipt:
        if not _is_number(category_id) or int(category_id) < 1:
            return refused("Unknown Kick category.")
        return await self._change({"category_id": int(category_id)})

    async def _search(self, query: str) -> Receipt:
        name = query.strip()[:MAX_SEARCH_LENGTH]
        if len(name) < MIN_SEARCH_LENGTH:
            return Receipt("done", f"Enter at least {MIN_SEARCH_LENGTH} characters.")
        found = await self._owner.categories(name)
        return Receipt("done", categories=tuple(_category(one) for one in found if one.id and one.name))

    async def _look_up(self, viewer_id: str) -> Receipt:
        if not _is_number(viewer_id):
            return refused(INVALID_VIEWER_ID)
        user = await self._owner.user(viewer_id)
        if user is None:
            return Receipt("done", "Kick user not found.")
        found = ViewerFound(str(user.user_id), user.name.lower(), user.name, user.profile_picture or "")
        return Receipt("done", viewers=(found,))


def _receipt(answer: HttpResponse) -> Receipt:
    """Receipt of a success or of Kick's own refusal; raises a platform failure for other errors."""
    message = error_message(answer)
    if answer.status_code == 403 and message is not None:
        return refused("This account isn't allowed to do that on Kick. Is it a moderator of the channel?")
    if answer.status_code in {400, 404} and message is not None:
        return refused(f"Kick refused: {message[:200]}")
    raise_for_status(answer)
    return DONE


def _category(category: KickCategory) -> Category:
    return Category(str(category.id), category.name or "", category.thumbnail or "")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 18


def _is_path_segment(text: str) -> bool:
    return (
        0 < len(text) <= 64 and all(character.isalnum() or character in "-_" for character in text) and text.isascii()
    )
