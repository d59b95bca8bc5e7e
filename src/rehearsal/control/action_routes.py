"""Control routes of all platforms: viewer actions, audience, streams and their schedule, deliveries, outages."""

import asyncio
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import Field, JsonValue

from rehearsal.control.commands import (
    Command,
    ControlError,
    CurrentRehearsal,
    Json,
    LoginCommand,
    OptionalLogin,
    PlatformDep,
    PlaysCommand,
    Switch,
    TitleAndCategory,
    done,
    guard_writes,
    known_category,
    known_person,
    known_viewer,
    optional_person,
)
from rehearsal.simulation import actions
from rehearsal.simulation.audience import MAX_RATE, STREAMING
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import AlreadyLive, NotLive
from rehearsal.state import Platform, RehearsalState

router = APIRouter(prefix="/control", dependencies=[Depends(guard_writes)])

MESSAGES_PER_YIELD = 200

Text = Annotated[str, Field(max_length=20_000)]


class ActionCommand(LoginCommand):
    """An action in the channel of `login`, by or against `viewer`; without `viewer`, `viewer_or_next` picks one."""

    viewer: str | None = None


class SayCommand(ActionCommand):
    text: Text
    reply_to: str = ""
    count: int = Field(default=1, ge=1, le=100_000)


class SubscribeCommand(ActionCommand):
    months: int = Field(default=1, ge=1, le=600)
    tier: int = Field(default=1, ge=1, le=3)
    text: Text = ""


class GiftCommand(ActionCommand):
    count: int = Field(default=1, ge=1, le=100)
    tier: int = Field(default=1, ge=1, le=3)
    is_anonymous: bool = False


class PayCommand(ActionCommand):
    amount: int = Field(default=100, ge=1, le=10_000_000)
    text: Text = ""


class RaidCommand(ActionCommand):
    viewers: int = Field(default=42, ge=1, le=1_000_000)


class RedeemCommand(ActionCommand):
    title: str = "Hydrate"
    text: Text = ""
    cost: int = Field(default=500, ge=1)


class LikeCommand(ActionCommand):
    count: int = Field(default=1, ge=1, le=1_000)


class BanCommand(ActionCommand):
    seconds: int | None = Field(default=None, ge=1, le=1_209_600)
    reason: str = Field(default="", max_length=500)


class DeleteCommand(LoginCommand):
    message_id: str


class RateCommand(Command):
    per_second: float = Field(ge=0, le=MAX_RATE)


class LinesCommand(Command):
    lines: list[Annotated[str, Field(min_length=1, max_length=500)]] = Field(max_length=10_000)


class DeliveriesCommand(Command):
    """Changes how events are delivered; fields that are left out do not change."""

    delay_ms: int | None = Field(default=None, ge=0, le=600_000)
    duplicates: bool | None = None
    reorders: bool | None = None
    lose_next: int | None = Field(default=None, ge=0, le=100_000)


def viewer_or_next(rehearsal: RehearsalState, platform: Platform, login: str | None) -> Viewer:
    """The viewer with this login; without one, a viewer who is no moderator, another one after each recorded event."""
    if login is None:
        viewers = [viewer for viewer in rehearsal.world.viewers_on(platform.key) if not viewer.is_moderator]
        return viewers[rehearsal.events.seq % len(viewers)]
    return known_viewer(rehearsal, login)


def perform(rehearsal: RehearsalState, platform: Platform, login: str, action: actions.ViewerAction) -> Json:
    since = rehearsal.events.seq
    facts = perform_unrecorded(rehearsal, platform, login, action)
    rehearsal.events.record(
        "action_performed", platform=platform.key, login=login.lower(), action=type(action).__name__
    )
    return done(since, **facts)


def perform_unrecorded(rehearsal: RehearsalState, platform: Platform, login: str, action: actions.ViewerAction) -> Json:
    person = known_person(rehearsal, login)
    try:
        facts = platform.perform(person.login, action)
    except actions.ActionRefused as error:
        raise ControlError(409, str(error)) from None
    if not isinstance(action, actions.Say):
        rehearsal.audience.after_action(platform.key, person.login, action)
    return facts


def run_or_conflict(act: Callable[[], object]) -> None:
    try:
        act()
    except (AlreadyLive, NotLive) as error:
        raise ControlError(409, str(error)) from None


@router.post("/{platform}/go-live")
async def go_live(body: TitleAndCategory, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    since, person, category = rehearsal.events.seq, known_person(rehearsal, body.login), known_category(body.category)
    run_or_conflict(lambda: platform.go_live(person, body.title, category))
    return done(since, **platform.describe(person))


@router.post("/{platform}/end")
async def end(body: LoginCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    since, person = rehearsal.events.seq, known_person(rehearsal, body.login)
    run_or_conflict(lambda: platform.end(person))
    return done(since, **platform.describe(person))


@router.post("/{platform}/say")
async def say(body: SayCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    """Sends a chat message; a `count` above 1 sends that many numbered messages."""
    viewer = viewer_or_next(rehearsal, platform, body.viewer)
    for number in range(1, body.count):
        perform_unrecorded(rehearsal, platform, body.login, actions.Say(viewer, f"{body.text} {number}", body.reply_to))
        if number % MESSAGES_PER_YIELD == 0:
            # Sockets need time to send, or they are closed as too slow.
            await asyncio.sleep(0)
    last = body.text if body.count == 1 else f"{body.text} {body.count}"
    return perform(rehearsal, platform, body.login, actions.Say(viewer, last, body.reply_to))


@router.post("/{platform}/follow")
async def follow(body: ActionCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    return perform(rehearsal, platform, body.login, actions.Follow(viewer_or_next(rehearsal, platform, body.viewer)))


@router.post("/{platform}/subscribe")
async def subscribe(body: SubscribeCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    viewer = viewer_or_next(rehearsal, platform, body.viewer)
    return perform(rehearsal, platform, body.login, actions.Subscribe(viewer, body.months, body.tier, body.text))


@router.post("/{platform}/gift")
async def gift(body: GiftCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    viewer = None if body.is_anonymous else viewer_or_next(rehearsal, platform, body.viewer)
    return perform(rehearsal, platform, body.login, actions.GiftSubs(viewer, body.count, body.tier))


@router.post("/{platform}/pay")
async def pay(body: PayCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    return perform(
        rehearsal,
        platform,
        body.login,
        actions.Pay(viewer_or_next(rehearsal, platform, body.viewer), body.amount, body.text),
    )


@router.post("/{platform}/raid")
async def raid(body: RaidCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    return perform(
        rehearsal, platform, body.login, actions.Raid(viewer_or_next(rehearsal, platform, body.viewer), body.viewers)
    )


@router.post("/{platform}/redeem")
async def redeem(body: RedeemCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    viewer = viewer_or_next(rehearsal, platform, body.viewer)
    return perform(rehearsal, platform, body.login, actions.Redeem(viewer, body.title, body.text, body.cost))


@router.post("/{platform}/like")
async def like(body: LikeCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    return perform(
        rehearsal, platform, body.login, actions.Like(viewer_or_next(rehearsal, platform, body.viewer), body.count)
    )


@router.post("/{platform}/share")
async def share(body: ActionCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    return perform(rehearsal, platform, body.login, actions.Share(viewer_or_next(rehearsal, platform, body.viewer)))


@router.post("/{platform}/join")
async def join(body: ActionCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    return perform(rehearsal, platform, body.login, actions.Join(viewer_or_next(rehearsal, platform, body.viewer)))


@router.post("/{platform}/ban")
async def ban(body: BanCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    viewer = viewer_or_next(rehearsal, platform, body.viewer)
    return perform(rehearsal, platform, body.login, actions.BanOnSite(viewer, body.seconds, body.reason))


@router.post("/{platform}/unban")
async def unban(body: ActionCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    return perform(
        rehearsal, platform, body.login, actions.UnbanOnSite(viewer_or_next(rehearsal, platform, body.viewer))
    )


@router.post("/{platform}/delete")
async def delete(body: DeleteCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    return perform(rehearsal, platform, body.login, actions.DeleteOnSite(body.message_id))


@router.post("/{platform}/clear")
async def clear(body: LoginCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    return perform(rehearsal, platform, body.login, actions.ClearOnSite())


@router.post("/{platform}/rate")
async def rate(body: RateCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    """Sets how many simulated actions a second happen in all live channels of the platform together."""
    since = rehearsal.events.seq
    rehearsal.audience.set_rate(platform.key, body.per_second)
    rehearsal.events.record("rate_set", platform=platform.key, per_second=str(body.per_second))
    return done(since)


@router.post("/{platform}/lines")
async def lines(body: LinesCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    """Sets lines that the audience writes in turn; an empty list ends this."""
    rehearsal.audience.set_lines(platform.key, body.lines)
    return done(rehearsal.events.seq)


@router.post("/{platform}/deliveries")
async def deliveries(body: DeliveriesCommand, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    for name, value in body.model_dump(exclude_none=True).items():
        setattr(platform.deliveries, name, value)
    return done(rehearsal.events.seq)


@router.post("/{platform}/drop-sockets")
async def drop_sockets(body: OptionalLogin, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    since = rehearsal.events.seq
    return done(since, count=platform.drop_sockets(optional_person(rehearsal, body.login)))


@router.post("/{platform}/plug")
async def plug(body: Switch, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    """Takes a platform down or up; while it is down, every request fails and no event is delivered."""
    since = rehearsal.events.seq
    platform.deliveries.is_offline = not body.on
    if body.on:
        rehearsal.faults.offline_prefixes.difference_update(platform.prefixes)
    else:
        rehearsal.faults.offline_prefixes.update(platform.prefixes)
        platform.drop_sockets(None)
    rehearsal.events.record("plugged_in" if body.on else "unplugged", platform=platform.key)
    return done(since)


@router.post("/audience")
async def switch_audience(body: Switch, rehearsal: CurrentRehearsal) -> Json:
    """Switches on or off the audience that writes in each live channel at a natural pace."""
    since = rehearsal.events.seq
    for key in STREAMING:
        rehearsal.audience.set_natural(key, on=body.on)
    return done(since, on=body.on)


@router.post("/plays")
async def set_plays(body: PlaysCommand, rehearsal: CurrentRehearsal) -> Json:
    """Sets commands, such as `!roulette 50`, that viewers of the audience write now and then."""
    since = rehearsal.events.seq
    rehearsal.audience.play_commands = tuple(body.texts)
    return done(since, plays=list(rehearsal.audience.play_commands))


@router.post("/schedule")
async def switch_schedule(body: Switch, rehearsal: CurrentRehearsal) -> Json:
    """Switches on or off the stream schedule, by which streams start and end automatically."""
    since = rehearsal.events.seq
    if body.on:
        rehearsal.stream_schedule.start()
    else:
        await rehearsal.stream_schedule.stop()
    return done(since, on=rehearsal.stream_schedule.is_on)


@router.get("/platforms")
async def platforms(rehearsal: CurrentRehearsal) -> Json:
    """The current rate, deliveries and live channels of each platform."""
    return {"records": [describe_platform(rehearsal, platform) for platform in rehearsal.platforms.values()]}


def describe_platform(rehearsal: RehearsalState, platform: Platform) -> JsonValue:
    live = [channel.person.login for channel in rehearsal.world.channels(platform.key) if channel.stream is not None]
    return {
        "key": platform.key,
        "path": f"/{platform.prefixes[-1]}",
        "rate": rehearsal.audience.rates.get(platform.key, 0),
        "has_natural_audience": platform.key in rehearsal.audience.natural,
        "live": list[JsonValue](live),
        "is_plugged_in": not platform.deliveries.is_offline,
        "delay_ms": platform.deliveries.delay_ms,
        "duplicates": platform.deliveries.duplicates,
        "reorders": platform.deliveries.reorders,
    }


@router.get("/{platform}/sent")
async def sent(login: str, rehearsal: CurrentRehearsal, platform: PlatformDep) -> Json:
    """The tally of the channel's newest stream: numbers of messages, follows, subs and the like that were sent."""
    tally = rehearsal.tallies.find(platform.key, known_person(rehearsal, login).login)
    if tally is None:
        raise ControlError(404, f"{login} has not gone live on {platform.key}.")
    return tally.describe()


@router.get("/viewers")
async def viewers(rehearsal: CurrentRehearsal) -> Json:
    """Logins for use as `viewer`: all people, and the first 15 viewers of each platform."""
    people = [person.login for person in rehearsal.world.people]
    logins = [viewer.login for platform in STREAMING for viewer in rehearsal.world.viewers_on(platform)[:15]]
    return {"records": list[JsonValue]([*people, *logins])}
