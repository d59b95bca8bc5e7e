"""Posts what happens in a giveaway to the chats of the channel."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from greenroom.accounts.platforms import Platforms
from greenroom.chat.protocol.actions import SendMessage
from greenroom.chat.sending.channel_posts import mentions, writable_chats
from greenroom.chat.sending.deferred import DeferredAction
from greenroom.chat.sending.sender import Sender
from greenroom.features.giveaways.models import Giveaway
from greenroom.features.giveaways.schemas import GiveawaySettings
from greenroom.kernel.context import Kernel
from greenroom.kernel.tasks.background import BackgroundTasks
from greenroom.kernel.timestamps import in_words


class Announcer:
    def __init__(self, kernel: Kernel, platforms: Platforms, sender: Sender) -> None:
        self._kernel = kernel
        self._platforms = platforms
        self._sender = sender
        self._tasks = BackgroundTasks()

    async def stop(self) -> None:
        await self._tasks.stop()

    def texts(self, giveaway: Giveaway) -> "Texts":
        return Texts(giveaway, self._kernel.settings.origin)

    def post_soon(self, channel_id: UUID, texts: Sequence[str]) -> None:
        """Posts in the background; to be called after the commit."""
        if texts:
            self._tasks.start(self._post(channel_id, texts), name=f"giveaway_posts:{channel_id}")

    async def _post(self, channel_id: UUID, texts: Sequence[str]) -> None:
        async with self._kernel.database.read() as session:
            chats = await writable_chats(session, self._platforms, channel_id)
        for connection_id, _ in chats:
            for text in texts:
                self._sender.post(DeferredAction(connection_id, SendMessage(text), as_bot=True))


class Texts:
    """Messages about one giveaway; each method returns an empty list if the giveaway is not announced in chat."""

    def __init__(self, giveaway: Giveaway, origin: str) -> None:
        self._giveaway = giveaway
        self._fields = GiveawaySettings.model_validate(giveaway.settings)
        self._prize = self._fields.prize_text
        self._page = f"{origin}/c/{giveaway.channel_id}/giveaways/{giveaway.id}"

    def opened(self) -> list[str]:
        return self._if_announced(
            f"Giveaway: {self._prize}. {self._entry_text()} "
            f"Fairness commitment {self._giveaway.commitment}, see {self._page}"
        )

    def reminder(self, now: datetime) -> list[str]:
        closes_at = self._giveaway.closes_at
        end = f" It closes in {in_words(closes_at - now, 1)}." if closes_at is not None and closes_at > now else ""
        viewers = _count(self._giveaway.entry_count, "viewer")
        return self._if_announced(f"Giveaway: {self._prize}. {self._entry_text()} {viewers} so far.{end}")

    def closed(self) -> list[str]:
        tickets = _count(self._giveaway.ticket_count, "ticket")
        viewers = _count(self._giveaway.entry_count, "viewer")
        return self._if_announced(f"The giveaway of {self._prize} is closed: {tickets} of {viewers}.")

    def drawn(self, names: Sequence[str]) -> list[str]:
        if not names:
            return self._if_announced(f"Nobody is left who may win {self._prize}. Check the draw: {self._page}")
        claim = (
            f" Write anything within {in_words(self._fields.claim_seconds)} to claim it."
            if self._fields.claim_seconds
            else ""
        )
        return self._if_announced(f"{mentions(names)} won {self._prize}.{claim} Check the draw: {self._page}")

    def claim_reminder(self, name: str, seconds: float) -> list[str]:
        return self._if_announced(f"@{name}, write anything within {in_words(seconds)} to claim {self._prize}.")

    def confirmed(self, name: str, ticket: int) -> list[str]:
        tickets = self._giveaway.ticket_count
        return self._if_announced(f"{name} won {self._prize}, ticket {ticket} of {tickets}. Thanks for playing.")

    def _entry_text(self) -> str:
        match self._fields.entry:
            case "keyword":
                text = f"Write {self._fields.keyword} to enter."
            case "command":
                text = "Use the giveaway command to enter."
            case "chatters":
                text = "Everyone who writes in chat takes part."
        if self._fields.ticket_cost:
            text += f" A ticket costs {_count(self._fields.ticket_cost, 'point')}."
        if self._fields.max_tickets > 1:
            text += f" Up to {self._fields.max_tickets} tickets each."
        return text

    def _if_announced(self, text: str) -> list[str]:
        return [text] if self._fields.announces else []


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number:,} {noun}s"
