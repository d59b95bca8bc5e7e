"""The rehearsal panel: the evening, moments and plugs of one channel."""

from msgspec import Struct

from greenroom.accounts.stream_platforms import platform_name, stream_providers
from greenroom.features.rehearsal.control import Evening, Moment, RehearsalControl, RehearsalRefused
from greenroom.features.rehearsal.schemas import (
    EveningAction,
    EveningOut,
    MomentOut,
    PlugOut,
    RehearsalOut,
    SceneOut,
)
from greenroom.features.rehearsal.set_up import ChannelState

NOT_CONNECTED = "Connect a platform to this channel first."


class Panel(Struct, frozen=True):
    control: RehearsalControl
    channel: ChannelState

    async def read(self) -> RehearsalOut:
        evening, moments = await self.control.evening(), await self.control.moments()
        connected = {one.provider.provider for one in self.channel.providers}
        platforms = {one.key: one for one in await self.control.platforms()}
        plugs = [platforms[key] for key in stream_providers() if key in connected and key in platforms]
        return RehearsalOut(
            control_url=f"{self.control.url}/",
            evening=self._evening(evening),
            moments=[
                MomentOut(key=one.key, label=one.label, description=one.description, providers=providers)
                for one in moments
                if (providers := self._platforms_for(one))
            ],
            plugs=[
                PlugOut(provider=one.key, name=platform_name(one.key), is_plugged_in=one.is_plugged_in) for one in plugs
            ],
        )

    def _evening(self, evening: Evening) -> EveningOut:
        """The evening for this channel's panel: while it plays on another channel, it shows as not begun."""
        is_ours = evening.login is not None and evening.login == self.channel.login
        scenes = [
            SceneOut.model_validate(
                {
                    "key": one.key,
                    "label": one.label,
                    "description": one.description,
                    "state": one.state if is_ours else "upcoming",
                }
            )
            for one in evening.scenes
        ]
        return EveningOut(is_automatic=is_ours and evening.is_automatic, scenes=scenes)

    async def play(self, moment: str) -> None:
        """Plays the moment on its usual platforms; if none of them is connected, on another platform that has it."""
        login = self._login
        found = next((one for one in await self.control.moments() if one.key == moment), None)
        providers = self._platforms_for(found) if found else []
        is_usual = not found or not providers or providers[0] in found.default_platforms
        await self.control.play(moment, login, None if is_usual else providers[0])

    def _platforms_for(self, moment: Moment) -> list[str]:
        """The connected platforms where the moment usually happens, else one other that has it; empty if none has."""
        usual = [key for key in moment.default_platforms if self.channel.of(key)]
        return usual or [key for key in moment.platforms if self.channel.of(key)][:1]

    async def plug(self, provider: str, *, is_on: bool) -> None:
        if self.channel.of(provider) is None:
            raise RehearsalRefused(f"{platform_name(provider)} is not connected to this channel.")
        await self.control.plug(provider, is_on=is_on)

    async def direct(self, action: EveningAction) -> None:
        """Starts, steps or stops the evening; a step starts the evening here if it plays on another channel."""
        login, current = self._login, (await self.control.evening()).login
        if action == "stop":
            await self.control.stop_evening()
        elif action == "start" or current not in {None, login}:
            await self.control.start_evening(login)
        else:
            await self.control.step_evening(login)

    @property
    def _login(self) -> str:
        if self.channel.login is None:
            raise RehearsalRefused(NOT_CONNECTED)
        return self.channel.login
