"""The control desk's calls that every platform understands: what happens in a channel, and what happens on the way."""

import asyncio
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import Field, JsonValue

from rehearsal import scenes
from rehearsal.audience import RATE_MAX
from rehearsal.control import (
    Command,
    ControlError,
    Json,
    OnPlatform,
    OnStage,
    PerhapsSomebody,
    Somebody,
    Switch,
    done,
    guard_writes,
    known_person,
    known_viewer,
    perhaps,
)
from rehearsal.crowd import Viewer
from rehearsal.roster import CATEGORIES, Category
from rehearsal.stage import Platform, Stage
from rehearsal.world import AlreadyLive, NotLive

router = APIRouter(prefix="/control", dependencies=[Depends(guard_writes)])

SAID_AT_ONCE = 200

Text = Annotated[str, Field(max_length=20_000)]


class GoLive(Somebody):
    title: str | None = Field(default=None, min_length=1, max_length=140)
    category: str | None = None


class SceneCommand(Somebody):
    """In `login`'s channel; `viewer` is one of the crowd or one of the people, somebody of the crowd if left out."""

    viewer: str | None = None


class SayCommand(SceneCommand):
    text: Text
    reply_to: str = ""
    count: int = Field(default=1, ge=1, le=100_000)


class SubscribeCommand(SceneCommand):
    months: int = Field(default=1, ge=1, le=600)
    tier: int = Field(default=1, ge=1, le=3)
    text: Text = ""


class GiftCommand(SceneCommand):
    count: int = Field(default=1, ge=1, le=100)
    tier: int = Field(default=1, ge=1, le=3)
    is_anonymous: bool = False


class PayCommand(SceneCommand):
    amount: int = Field(default=100, ge=1, le=10_000_000)
    text: Text = ""


class RaidCommand(SceneCommand):
    viewers: int = Field(default=42, ge=1, le=1_000_000)


class RedeemCommand(SceneCommand):
    title: str = "Hydrate"
    text: Text = ""
    cost: int = Field(default=500, ge=1)


class LikeCommand(SceneCommand):
    count: int = Field(default=1, ge=1, le=1_000)


class BanCommand(SceneCommand):
    seconds: int | None = Field(default=None, ge=1, le=1_209_600)
    reason: str = Field(default="", max_length=500)


class DeleteCommand(Somebody):
    message_id: str


class RateCommand(Command):
    per_second: float = Field(ge=0, le=RATE_MAX)


class DeliveriesCommand(Command):
    """What is left out stays as it is."""

    delay_ms: int | None = Field(default=None, ge=0, le=600_000)
    duplicates: bool | None = None
    reorders: bool | None = None
    lose_next: int | None = Field(default=None, ge=0, le=100_000)


def some_viewer(stage: Stage, login: str | None) -> Viewer:
    """Whoever is named, or another one of the crowd each time."""
    if login is None:
        return stage.world.crowd.viewers[stage.happenings.seq % len(stage.world.crowd.viewers)]
    return known_viewer(stage, login)


def known_category(wanted: str | None) -> Category | None:
    """By id or by name."""
    if wanted is None:
        return None
    for category in CATEGORIES:
        if wanted.casefold() in {category.id, category.name.casefold()}:
            return category
    raise ControlError(422, f"Categories here: {', '.join(each.name for each in CATEGORIES)}.")


def play(stage: Stage, platform: Platform, login: str, scene: scenes.Scene) -> Json:
    since = stage.happenings.seq
    facts = play_quietly(stage, platform, login, scene)
    stage.happenings.tell("played", platform=platform.key, login=login.lower(), scene=type(scene).__name__)
    return done(since, **facts)


def play_quietly(stage: Stage, platform: Platform, login: str, scene: scenes.Scene) -> Json:
    try:
        return platform.play(known_person(stage, login).login, scene)
    except scenes.NotPlayed as error:
        raise ControlError(409, str(error)) from None


def carry_out(act: Callable[[], object]) -> None:
    try:
        act()
    except (AlreadyLive, NotLive) as error:
        raise ControlError(409, str(error)) from None


@router.post("/{platform}/go-live")
async def go_live(body: GoLive, stage: OnStage, platform: OnPlatform) -> Json:
    since, person, category = stage.happenings.seq, known_person(stage, body.login), known_category(body.category)
    carry_out(lambda: platform.go_live(person, body.title, category))
    return done(since, **platform.describe(person))


@router.post("/{platform}/end")
async def end(body: Somebody, stage: OnStage, platform: OnPlatform) -> Json:
    since, person = stage.happenings.seq, known_person(stage, body.login)
    carry_out(lambda: platform.end(person))
    return done(since, **platform.describe(person))


@router.post("/{platform}/say")
async def say(body: SayCommand, stage: OnStage, platform: OnPlatform) -> Json:
    """`count` says it more than once, numbered, so that a test can tell what arrived."""
    viewer = some_viewer(stage, body.viewer)
    for number in range(1, body.count):
        play_quietly(stage, platform, body.login, scenes.Say(viewer, f"{body.text} {number}", body.reply_to))
        if number % SAID_AT_ONCE == 0:
            # Sockets have to get rid of what was said, or they are cut off as if nobody read.
            await asyncio.sleep(0)
    last = body.text if body.count == 1 else f"{body.text} {body.count}"
    return play(stage, platform, body.login, scenes.Say(viewer, last, body.reply_to))


@router.post("/{platform}/follow")
async def follow(body: SceneCommand, stage: OnStage, platform: OnPlatform) -> Json:
    return play(stage, platform, body.login, scenes.Follow(some_viewer(stage, body.viewer)))


@router.post("/{platform}/subscribe")
async def subscribe(body: SubscribeCommand, stage: OnStage, platform: OnPlatform) -> Json:
    viewer = some_viewer(stage, body.viewer)
    return play(stage, platform, body.login, scenes.Subscribe(viewer, body.months, body.tier, body.text))


@router.post("/{platform}/gift")
async def gift(body: GiftCommand, stage: OnStage, platform: OnPlatform) -> Json:
    viewer = None if body.is_anonymous else some_viewer(stage, body.viewer)
    return play(stage, platform, body.login, scenes.GiftSubs(viewer, body.count, body.tier))


@router.post("/{platform}/pay")
async def pay(body: PayCommand, stage: OnStage, platform: OnPlatform) -> Json:
    return play(stage, platform, body.login, scenes.Pay(some_viewer(stage, body.viewer), body.amount, body.text))


@router.post("/{platform}/raid")
async def raid(body: RaidCommand, stage: OnStage, platform: OnPlatform) -> Json:
    return play(stage, platform, body.login, scenes.Raid(some_viewer(stage, body.viewer), body.viewers))


@router.post("/{platform}/redeem")
async def redeem(body: RedeemCommand, stage: OnStage, platform: OnPlatform) -> Json:
    viewer = some_viewer(stage, body.viewer)
    return play(stage, platform, body.login, scenes.Redeem(viewer, body.title, body.text, body.cost))


@router.post("/{platform}/like")
async def like(body: LikeCommand, stage: OnStage, platform: OnPlatform) -> Json:
    return play(stage, platform, body.login, scenes.Like(some_viewer(stage, body.viewer), body.count))


@router.post("/{platform}/share")
async def share(body: SceneCommand, stage: OnStage, platform: OnPlatform) -> Json:
    return play(stage, platform, body.login, scenes.Share(some_viewer(stage, body.viewer)))


@router.post("/{platform}/join")
async def join(body: SceneCommand, stage: OnStage, platform: OnPlatform) -> Json:
    return play(stage, platform, body.login, scenes.Join(some_viewer(stage, body.viewer)))


@router.post("/{platform}/ban")
async def ban(body: BanCommand, stage: OnStage, platform: OnPlatform) -> Json:
    viewer = some_viewer(stage, body.viewer)
    return play(stage, platform, body.login, scenes.BanFromOutside(viewer, body.seconds, body.reason))


@router.post("/{platform}/unban")
async def unban(body: SceneCommand, stage: OnStage, platform: OnPlatform) -> Json:
    return play(stage, platform, body.login, scenes.UnbanFromOutside(some_viewer(stage, body.viewer)))


@router.post("/{platform}/delete")
async def delete(body: DeleteCommand, stage: OnStage, platform: OnPlatform) -> Json:
    return play(stage, platform, body.login, scenes.DeleteFromOutside(body.message_id))


@router.post("/{platform}/clear")
async def clear(body: Somebody, stage: OnStage, platform: OnPlatform) -> Json:
    return play(stage, platform, body.login, scenes.ClearFromOutside())


@router.post("/{platform}/rate")
async def rate(body: RateCommand, stage: OnStage, platform: OnPlatform) -> Json:
    """How much the simulated audience does, in all live channels of the platform together."""
    since = stage.happenings.seq
    stage.audience.set_rate(platform.key, body.per_second)
    stage.happenings.tell("rate_set", platform=platform.key, per_second=str(body.per_second))
    return done(since)


@router.post("/{platform}/deliveries")
async def deliveries(body: DeliveriesCommand, stage: OnStage, platform: OnPlatform) -> Json:
    for name, value in body.model_dump(exclude_none=True).items():
        setattr(platform.deliveries, name, value)
    return done(stage.happenings.seq)


@router.post("/{platform}/drop-sockets")
async def drop_sockets(body: PerhapsSomebody, stage: OnStage, platform: OnPlatform) -> Json:
    since = stage.happenings.seq
    return done(since, count=platform.drop_sockets(perhaps(stage, body.login)))


@router.post("/{platform}/plug")
async def plug(body: Switch, stage: OnStage, platform: OnPlatform) -> Json:
    """Out: every call fails, every socket is cut, nothing arrives. In: all of it works again."""
    since = stage.happenings.seq
    platform.deliveries.is_unplugged = not body.on
    if body.on:
        stage.faults.unplugged.difference_update(platform.prefixes)
    else:
        stage.faults.unplugged.update(platform.prefixes)
        platform.drop_sockets(None)
    stage.happenings.tell("plugged_in" if body.on else "unplugged", platform=platform.key)
    return done(since)


@router.post("/season")
async def season(body: Switch, stage: OnStage) -> Json:
    """On: everybody goes live, ends and comes back by themselves, with an audience; off: they stay as they are."""
    since = stage.happenings.seq
    if body.on:
        stage.season.start()
    else:
        await stage.season.stop()
    return done(since, on=stage.season.is_on)


@router.get("/platforms")
async def platforms(stage: OnStage) -> Json:
    """How each platform is treated now."""
    return {"records": [treatment(stage, platform) for platform in stage.platforms.values()]}


def treatment(stage: Stage, platform: Platform) -> JsonValue:
    live = [channel.person.login for channel in stage.world.channels(platform.key) if channel.stream is not None]
    return {
        "key": platform.key,
        "path": f"/{platform.prefixes[-1]}",
        "rate": stage.audience.rates.get(platform.key, 0),
        "live": list[JsonValue](live),
        "is_plugged_in": not platform.deliveries.is_unplugged,
        "delay_ms": platform.deliveries.delay_ms,
        "duplicates": platform.deliveries.duplicates,
        "reorders": platform.deliveries.reorders,
    }


@router.get("/viewers")
async def viewers(stage: OnStage) -> Json:
    """Who may be named as a viewer, as far as a list is any use."""
    people = [person.login for person in stage.world.people]
    return {"records": list[JsonValue]([*people, *(viewer.login for viewer in stage.world.crowd.viewers[:60])])}
