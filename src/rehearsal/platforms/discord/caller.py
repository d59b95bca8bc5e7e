"""What every call to the API goes through first: who calls, with which program, and how often."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from rehearsal.platforms.discord.discord import Discord, OnDiscord
from rehearsal.platforms.discord.errors import ApiError, unauthorized
from rehearsal.platforms.discord.guilds import Guild, guild_of_channel
from rehearsal.world import Person


@dataclass(frozen=True, slots=True)
class Caller:
    """A person by a program's token, or the bot."""

    discord: Discord
    person: Person | None
    scopes: tuple[str, ...] = ()

    def as_person(self, scope: str) -> Person:
        if self.person is None or scope not in self.scopes:
            raise ApiError(403, 50001, "Missing Access") if self.person else unauthorized()
        return self.person

    def as_bot_in(self, guild: Guild | None, code: int, message: str) -> Guild:
        if self.person is not None:
            raise unauthorized()
        if guild is None:
            raise ApiError(404, code, message)
        if guild.id not in self.discord.bot_guilds:
            raise ApiError(403, 50001, "Missing Access")
        return guild

    def as_bot_at(self, channel_id: str) -> Guild:
        found = guild_of_channel(self.discord.stage.world, channel_id)
        return self.as_bot_in(found, 10003, "Unknown Channel")


def count(request: Request, discord: Discord, kind: str, about: str, caller: str) -> None:
    """The state of the bucket goes on the answer, also on that of a refusal."""
    discord.buckets.take(kind, about, caller=caller, note=request.scope["state"])


def check_user_agent(request: Request, beginning: str = "DiscordBot (") -> None:
    """Programs that do not introduce themselves are stopped before Discord itself sees them."""
    agent = request.headers.get("user-agent", "")
    if not agent or not agent.startswith(beginning):
        raise ApiError(403, 40333, "internal network error")


async def read_caller(request: Request, discord: OnDiscord) -> Caller:
    check_user_agent(request)
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    caller = find_caller(discord, scheme.lower(), value)
    count(request, discord, request.scope["route"].path, bucket_of(request), value)
    return caller


def bucket_of(request: Request) -> str:
    """Only the first id of a path tells buckets apart."""
    return next(iter(request.path_params.values()), "")


def find_caller(discord: Discord, scheme: str, value: str) -> Caller:
    if scheme == "bot" and value == discord.bot_token:
        return Caller(discord, None)
    token = discord.tokens.find(value) if scheme == "bearer" else None
    person = discord.stage.world.find(person_id=token.person_id or "") if token else None
    if token is None or person is None:
        raise unauthorized()
    return Caller(discord, person, token.scopes)


OnApi = Annotated[Caller, Depends(read_caller)]
