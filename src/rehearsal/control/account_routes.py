"""Control routes for the OAuth tokens and the limits of a platform."""

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import Field

from rehearsal.control.commands import (
    Command,
    ControlError,
    CurrentRehearsal,
    Json,
    LoginCommand,
    OptionalLogin,
    PlatformDep,
    Switch,
    done,
    guard_writes,
    known_person,
    optional_person,
)
from rehearsal.oauth.tokens import TokenStore
from rehearsal.platforms.limits import PlatformLimits, UnknownLimit
from rehearsal.state import Platform

router = APIRouter(prefix="/control", dependencies=[Depends(guard_writes)])


class Lifetime(Command):
    seconds: int = Field(ge=1)


class Limits(Command):
    values: dict[str, Annotated[int, Field(ge=0)]]


def limits_of(platform: Platform) -> PlatformLimits:
    if platform.limits is None:
        raise ControlError(404, f"{platform.key} has no limits.")
    return platform.limits


def tokens_of(platform: Platform) -> TokenStore:
    if platform.tokens is None:
        raise ControlError(404, f"{platform.key} has no tokens.")
    return platform.tokens


@router.post("/{platform}/expire-tokens")
async def expire_tokens(body: OptionalLogin, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    since = rehearsal.events.seq
    count = platform.expire_tokens(optional_person(rehearsal, body.login))
    rehearsal.events.record("tokens_expired", platform=platform.key, login=body.login, count=count)
    return done(since, count=count)


@router.post("/{platform}/revoke")
async def revoke(body: LoginCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    since = rehearsal.events.seq
    platform.revoke(known_person(rehearsal, body.login))
    return done(since)


@router.post("/{platform}/rotate-refresh")
async def rotate_refresh(body: Switch, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    """Switches rotation on or off: with it, a refresh returns a new refresh token and invalidates the old one."""
    tokens_of(platform).rotates_refresh_tokens = body.on
    return done(rehearsal.events.seq)


@router.post("/{platform}/token-lifetime")
async def token_lifetime(body: Lifetime, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    """Sets how long access tokens that are issued from now on are valid."""
    limits_of(platform).access_token_seconds = body.seconds
    return done(rehearsal.events.seq)


@router.post("/{platform}/limits")
async def change_limits(body: Limits, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    try:
        limits_of(platform).change(body.values)
    except UnknownLimit as error:
        raise ControlError(422, str(error), "values") from None
    return done(rehearsal.events.seq)
