"""Sets a channel up for a rehearsal, step by step; a step that is done changes nothing."""

from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import Access
from greenroom.accounts.channel_providers.presentation import ProviderRows, present
from greenroom.accounts.channel_providers.proof import prove
from greenroom.accounts.channel_providers.registration import register
from greenroom.accounts.channel_providers.schemas import RegisterIn
from greenroom.accounts.channel_providers.service import load_providers
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.stream_platforms import platform_name, stream_providers
from greenroom.accounts.user_providers.service import list_user_providers
from greenroom.channel_file.merge import ImportItem, merge_items
from greenroom.channel_file.queue_opener import QueueOpener
from greenroom.channel_file.recommended_filters import RECOMMENDED_FILTERS, add_recommended_filters
from greenroom.channel_file.sections import Editor, Sections
from greenroom.features.rehearsal.consent import give_consent
from greenroom.features.rehearsal.control import RehearsalControl, RehearsalRefused
from greenroom.features.rehearsal.entries import GOALS, TIMERS
from greenroom.features.rehearsal.games import COMMANDS, PLAYS, QUEUES, SWITCHED_ON
from greenroom.features.rehearsal.schemas import SetUpOut, SetUpStep
from greenroom.features.sign_in.rules import Purpose
from greenroom.features.sign_in.service import ConsentRequest
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.errors import NotFound

# The rehearsal's account that becomes the channel's own bot.
BOT_LOGIN = "stagehandbot"
REDIRECT_TO = "/channel-provider-connected"
LABELS = {
    "bot": "Add a bot",
    "filters": "Add the recommended filters",
    "timers": "Add timers",
    "goal": "Add a goal for new followers",
    "games": "Switch on points and games, with their commands",
    "evening": "Go live and start the scripted stream",
}


class UnknownStep(NotFound):
    message = "Unknown step."


class NoRehearsalAccount(RehearsalRefused):
    def __init__(self) -> None:
        super().__init__("Connect a rehearsal account in Settings first.")


class ChannelState(Struct, frozen=True):
    """The parts of the set-up that the channel already has."""

    providers: list[ProviderRows]
    filter_names: set[str]
    timer_names: set[str]
    widget_names: set[str]
    has_games: bool
    # Login of the account for which the evening plays, perhaps one of another channel; None if it has not begun.
    evening_login: str | None

    @property
    def login(self) -> str | None:
        """Login of the channel's account on its first connected platform; None if none is connected."""
        order = stream_providers()
        found = sorted(self.providers, key=lambda one: order.index(one.provider.provider))
        return found[0].credential.login.lower() if found else None

    def of(self, provider: str) -> ProviderRows | None:
        return next((one for one in self.providers if one.provider.provider == provider), None)


class SetUp(Struct, frozen=True):
    """The set-up of one channel by one of its staff."""

    kernel: Kernel
    platforms: Platforms
    sections: Sections
    control: RehearsalControl
    queues: QueueOpener
    access: Access

    async def state(self) -> ChannelState:
        evening = await self.control.evening()
        async with self.kernel.database.read() as session:
            providers = await load_providers(session, self.access.channel_id)
            streaming = [one for one in providers if one.provider.provider in stream_providers()]
            filters, timers = await self._names(session, "filters"), await self._names(session, "timers")
            widgets = await self._names(session, "widgets")
            has_games = await self._has_games(session)
        return ChannelState(streaming, filters, timers, widgets, has_games, evening.login)

    async def _has_games(self, session: AsyncSession) -> bool:
        commands = await self._names(session, "commands")
        return {str(self.sections["commands"].key_of(one)).casefold() for one in COMMANDS} <= commands and all(
            [await self._is_on(session, section) for section in SWITCHED_ON]
        )

    async def _is_on(self, session: AsyncSession, section: str) -> bool:
        (settings,) = (await self.sections[section].read(session, self.access.channel_id)).values()
        return settings["enabled"] is True

    async def _names(self, session: AsyncSession, section: str) -> set[str]:
        return {key.casefold() for key in await self.sections[section].read(session, self.access.channel_id)}

    async def steps(self) -> SetUpOut:
        state = await self.state()
        labels = {provider: f"Connect {platform_name(provider)}" for provider in stream_providers()} | LABELS
        steps = [SetUpStep(key=key, label=label, is_done=self._is_done(key, state)) for key, label in labels.items()]
        return SetUpOut(steps=steps)

    def _is_done(self, step: str, state: ChannelState) -> bool:
        found = state.of(step)
        is_connected = found is not None and not present(self.platforms, found).scope_needed
        return {
            "bot": bool(state.providers) and not self._without_bot(state),
            "filters": _names_of(RECOMMENDED_FILTERS) <= state.filter_names,
            "timers": _names_of(TIMERS) <= state.timer_names,
            "goal": _names_of(GOALS) <= state.widget_names,
            "games": state.has_games,
            "evening": state.login is not None and state.evening_login == state.login,
        }.get(step, is_connected)

    def _without_bot(self, state: ChannelState) -> list[ProviderRows]:
        """Connected platforms that can have an own bot, and have none or one that has to be connected again."""
        flags = {one.provider: one.flags for one in self.platforms.descriptors}
        with_own_bot = [one for one in state.providers if flags[one.provider.provider].ownBot]
        return [one for one in with_own_bot if one.own_bot is None or one.own_bot.is_dead]

    async def run(self, step: str) -> SetUpOut:
        state = await self.state()
        if step not in LABELS and step not in stream_providers():
            raise UnknownStep
        if not self._is_done(step, state):
            await self._run(step, state)
        return await self.steps()

    async def _run(self, step: str, state: ChannelState) -> None:
        match step:
            case "bot":
                for one in self._without_bot(state):
                    await self._connect_bot(one)
            case "filters":
                await add_recommended_filters(self.kernel.database, self.sections, self._editor)
            case "timers":
                await self._add("timers", TIMERS, "Timers of the rehearsal")
            case "goal":
                await self._add("widgets", GOALS, "Goal of the rehearsal")
            case "games":
                await self._switch_games_on()
            case "evening":
                await self.control.start_evening(state.login or await self._own_login())
            case _:
                await self._connect(step, state.login or await self._own_login())

    async def _switch_games_on(self) -> None:
        async with self.kernel.database.read() as session:
            settings = {one: await self.sections[one].read(session, self.access.channel_id) for one in SWITCHED_ON}
        items = [
            *(
                ImportItem(one, {**entry, "enabled": True}, "replace")
                for one in settings
                for entry in settings[one].values()
            ),
            *(ImportItem("commands", entry, "skip") for entry in COMMANDS),
            *(ImportItem("queues", entry, "skip") for entry in QUEUES),
        ]
        await merge_items(self.kernel.database, self.sections, self._editor, items, "Games of the rehearsal")
        async with self.kernel.database.write() as session:
            for entry in QUEUES:
                await self.queues.open(session, self.access.channel_id, str(entry["name"]), self.kernel.clock())
        await self.control.set_plays(PLAYS)

    async def _add(self, section: str, entries: tuple[JsonObject, ...], reason: str) -> None:
        items = [ImportItem(section, entry, "skip") for entry in entries]
        await merge_items(self.kernel.database, self.sections, self._editor, items, reason)

    @property
    def _editor(self) -> Editor:
        return Editor.of(self.access, self.kernel.clock())

    async def _own_login(self) -> str:
        """The login of the user's own account on the first stream platform where they have one."""
        async with self.kernel.database.read() as session:
            accounts = await list_user_providers(session, self.platforms, self.access.person.user_id)
        by_provider = {one.provider: one.login.lower() for one in accounts}
        found = next((by_provider[one] for one in stream_providers() if one in by_provider), None)
        if found is None:
            raise NoRehearsalAccount
        return found

    async def _connect(self, provider: str, login: str) -> None:
        if self.platforms.info(provider).descriptor.registration == "handle":
            person, channel_id = self.access.person, self.access.channel_id
            body = RegisterIn(provider=provider, handle=login)
            added = await register(self.kernel, self.platforms, channel_id, person.user_id, body)
            if added.proof_code is not None:
                await self.control.write_biography(provider, login, added.proof_code)
                await prove(self.kernel, self.platforms, channel_id, person.user_id, added.id)
            return
        await self._consent(provider, Purpose.CHANNEL_AND_USER, login)

    async def _connect_bot(self, connected: ProviderRows) -> None:
        row = connected.provider
        # Before the consent: once the bot is connected, the step counts as done and would not repeat a failed call.
        await self.control.make_moderator(row.provider, connected.credential.login.lower(), BOT_LOGIN)
        await self._consent(row.provider, Purpose.CHANNEL_BOT, BOT_LOGIN, channel_provider_id=row.id)

    async def _consent(
        self, provider: str, purpose: Purpose, login: str, channel_provider_id: UUID | None = None
    ) -> None:
        person = self.access.person
        request = ConsentRequest(
            provider=provider,
            purpose=purpose,
            redirect_to=REDIRECT_TO,
            user_id=person.user_id,
            session_id=person.session_id,
            channel_id=self.access.channel_id,
            channel_provider_id=channel_provider_id,
        )
        await give_consent(self.kernel, self.platforms, self.control, request, login)


def _names_of(entries: tuple[JsonObject, ...]) -> set[str]:
    return {str(entry["name"]).casefold() for entry in entries}
