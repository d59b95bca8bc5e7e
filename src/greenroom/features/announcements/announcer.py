"""Posts and edits the announcements of streams."""

from uuid import UUID

from msgspec import Struct

from greenroom.accounts.platforms import Gone, PlatformFailure, Platforms, PlatformUnavailable, RateLimited
from greenroom.chat.protocol.announcements import (
    AnnouncementGone,
    AnnouncementMessage,
    AnnouncementTarget,
    NotConfirmed,
    Rejected,
)
from greenroom.features.announcements.claims import Claims, find_all
from greenroom.features.announcements.models import Announcement, AnnouncementSettingsRow
from greenroom.features.announcements.rules import (
    ALL_PLATFORMS,
    AnnouncedStream,
    digest,
    embed_of,
    needs_announcement,
    stream_of,
    subjects,
    values_of,
)
from greenroom.features.announcements.schemas import AnnouncementSettings
from greenroom.features.announcements.service import find_row, settings_of
from greenroom.features.announcements.stream_state import read_stream
from greenroom.features.announcements.texts import AnnouncementTexts
from greenroom.kernel.context import Kernel
from greenroom.kernel.logs import get_logger
from greenroom.responses.variables import VariableContext

log = get_logger(__name__)

# Variables whose values people type: they are escaped, unlike links and numbers.
TYPED_VALUES = frozenset({"channel", "title", "game"})


class AnnouncementPoster(Struct, frozen=True):
    """The service that posts announcements, and its name for users."""

    provider: str
    name: str
    target: AnnouncementTarget


class Work(Struct, frozen=True):
    """A stream of a channel, with the data that is needed to announce it."""

    channel_id: UUID
    stream_id: UUID
    row: AnnouncementSettingsRow
    settings: AnnouncementSettings
    stream: AnnouncedStream
    # By subject: the stored announcements of the stream.
    stored: dict[str, Announcement]


class Announcer:
    def __init__(
        self, kernel: Kernel, platforms: Platforms, texts: AnnouncementTexts, poster: AnnouncementPoster
    ) -> None:
        self._kernel = kernel
        self._platforms = platforms
        self.texts = texts
        self.poster = poster
        self._claims = Claims(kernel)

    async def announce(self, channel_id: UUID, stream_id: UUID) -> None:
        """Posts, retries or edits the announcements of a stream, as needed."""
        work = await self._read(channel_id, stream_id)
        if work is None:
            return
        # A stream that was announced keeps its mode, even if the setting has changed since.
        mode = work.settings.mode
        if work.stored:
            mode = "once" if ALL_PLATFORMS in work.stored else "each"
        for subject in subjects(mode, work.stream.parts):
            await self._announce_subject(work, subject)

    async def _read(self, channel_id: UUID, stream_id: UUID) -> Work | None:
        async with self._kernel.database.read() as session:
            row = await find_row(session, channel_id)
            stream = await read_stream(session, self._platforms, stream_id)
            if row is None or not row.is_enabled or not row.locked_address or stream is None:
                return None
            return Work(channel_id, stream_id, row, settings_of(row), stream, await find_all(session, stream_id))

    async def _announce_subject(self, work: Work, subject: str) -> None:
        stored, now = work.stored.get(subject), self._kernel.clock()
        stream = stream_of(work.stream, subject)
        if stored is None:
            if needs_announcement(stream, work.row.enabled_at, now):
                new_id = await self._claims.begin(work.channel_id, work.stream_id, subject, stream.title)
                await self._post(work, stream, new_id)
        elif stored.state == "waiting" and stream.ended_at is not None:
            await self._claims.fail(stored.id, f"The stream ended before it was announced. {stored.problem}")
        elif stored.state == "waiting" and await self._claims.claim(stored.id, "waiting"):
            await self._post(work, stream, stored.id)
        elif stored.state == "sending" and stored.claimed_until is not None and stored.claimed_until < now:
            await self._claims.give_up_interrupted(stored.id)
        elif stored.state == "posted":
            await self._edit(work, stream, stored)

    async def _post(self, work: Work, stream: AnnouncedStream, announcement_id: UUID | None) -> None:
        if announcement_id is None:
            return
        text = await self.text_of(work.channel_id, work.settings, stream)
        message = self.message(work.settings, stream, text)
        try:
            message_id = await self.poster.target.post(self._address(work), message)
        except NotConfirmed:
            name = self.poster.name
            problem = f"{name} did not answer in time. The announcement may have been posted; it is not repeated."
            await self._claims.fail(announcement_id, problem)
        except PlatformFailure as failure:
            await self._handle_failure(announcement_id, failure)
        else:
            await self._claims.mark_posted(announcement_id, message_id, text, digest(_without_mention(message)))

    async def _edit(self, work: Work, stream: AnnouncedStream, stored: Announcement) -> None:
        if stream.ended_at is not None and not work.settings.edit_at_end:
            return
        text = stored.text
        if stream.ended_at is not None:
            text = await self.text_of(work.channel_id, work.settings, stream)
        message = _without_mention(self.message(work.settings, stream, text))
        # If a claim is left over, its process may have stopped after it edited the message: `shown` may be outdated.
        is_current = digest(message) == stored.shown and stored.claimed_until is None
        if is_current or not await self._claims.claim(stored.id, "posted"):
            return
        try:
            await self.poster.target.edit(self._address(work), stored.message_id, message)
        except AnnouncementGone:
            await self._claims.fail(stored.id, f"The announcement was deleted on {self.poster.name}.")
        except Rejected as failure:
            log.warning("announcement_edit_rejected", channel=str(work.channel_id), reason=str(failure))
            await self._claims.mark_edited(stored.id, digest(message), stream.ended_at)
        except PlatformFailure as failure:
            await self._handle_failure(stored.id, failure)
        else:
            await self._claims.mark_edited(stored.id, digest(message), stream.ended_at)

    async def _handle_failure(self, announcement_id: UUID, failure: PlatformFailure) -> None:
        name = self.poster.name
        match failure:
            case Gone():
                await self._claims.fail(announcement_id, gone_text(name), switches_off=True)
            case RateLimited(after_seconds=seconds):
                await self._claims.retry_later(announcement_id, f"{name} is rate-limiting this webhook.", seconds)
            case PlatformUnavailable() | NotConfirmed():
                await self._claims.retry_later(announcement_id, f"{failure}.")
            case _:
                await self._claims.fail(announcement_id, f"{name} refused the announcement: {failure}.")

    def _address(self, work: Work) -> str:
        return self._kernel.vault.decrypt(work.row.locked_address)

    async def text_of(
        self, channel_id: UUID, settings: AnnouncementSettings, stream: AnnouncedStream, *, is_escaped: bool = True
    ) -> str:
        """The rendered text for a live or an ended stream; `is_escaped` escapes typed values, such as the title."""
        values = values_of(stream)
        if is_escaped:
            escape = self.poster.target.escape
            values = {name: escape(value) if name in TYPED_VALUES else value for name, value in values.items()}
        first = stream.shown_parts[0]
        context = VariableContext(channel_id, first.connection_id, first.provider, self._kernel.clock())
        text = settings.ended_text if stream.ended_at is not None else settings.text
        return await self.texts.render(text, context, values)

    def message(self, settings: AnnouncementSettings, stream: AnnouncedStream, text: str) -> AnnouncementMessage:
        return AnnouncementMessage(text, embed_of(stream), settings.mention, settings.role_id)


def _without_mention(message: AnnouncementMessage) -> AnnouncementMessage:
    """The message without its mention: an edit sends no notification."""
    return AnnouncementMessage(message.text, message.embed)


def gone_text(name: str) -> str:
    return (
        f"{name} no longer knows this webhook, so announcements were switched off. "
        "Create a new webhook and paste its URL here."
    )
