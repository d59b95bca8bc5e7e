"""The Helix calls for polls and predictions."""

import uuid

from fastapi import APIRouter
from pydantic import BaseModel, JsonValue
from starlette.requests import Request

from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.helix import (
    Caller,
    Json,
    OnHelix,
    must_be,
    need_scope,
    own_room,
    page_of,
    read_body,
    read_values,
)
from rehearsal.platforms.twitch.rooms import Room
from rehearsal.platforms.twitch.twitch import OnTwitch, Twitch
from rehearsal.platforms.twitch.votes import Choice, Outcome, Poll, Prediction

POLLS = "channel:manage:polls"
PREDICTIONS = "channel:manage:predictions"
SECONDS = (15, 1800)
WINDOW = (30, 1800)

router = APIRouter(prefix="/twitch/helix")


class Titled(BaseModel, strict=True):
    title: str


class NewPoll(BaseModel, strict=True):
    broadcaster_id: str
    title: str
    choices: list[Titled]
    duration: int
    channel_points_voting_enabled: bool = False
    channel_points_per_vote: int = 0


class End(BaseModel, strict=True):
    broadcaster_id: str
    id: str
    status: str
    winning_outcome_id: str | None = None


def body_room(broadcaster_id: str, caller: Caller, twitch: Twitch, scope: str) -> Room:
    person = need_scope(caller, scope)
    must_be(caller, broadcaster_id, "broadcaster_id")
    room = twitch.room(person)
    complete_polls(room, twitch)
    return room


def complete_polls(room: Room, twitch: Twitch) -> None:
    for poll in room.votes.end_due_polls(twitch.stage.clock.now()):
        twitch.eventsub.publish("channel.poll.end", room.person.id, poll.event(room.person))


async def complete_poll_later(poll: Poll, room: Room, twitch: Twitch) -> None:
    """Everybody hears the result when the time is over, whether or not somebody asks."""
    await twitch.stage.clock.sleep_until(poll.ends_at)
    complete_polls(room, twitch)


async def lock_later(prediction: Prediction, room: Room, twitch: Twitch) -> None:
    """When the window closes nobody can bet any more."""
    clock = twitch.stage.clock
    await clock.sleep_until(clock.after(prediction.prediction_window))
    if prediction.status == "ACTIVE":
        prediction.status, prediction.locked_at = "LOCKED", clock.now()
        twitch.eventsub.publish("channel.prediction.lock", room.person.id, prediction.event(room.person))


def check_titles(title: str, maximum: int, parts: list[Titled], counts: tuple[int, int]) -> None:
    if not 1 <= len(title) <= maximum:
        raise HelixError(400, f"The title must contain 1 to {maximum} characters")
    if not counts[0] <= len(parts) <= counts[1]:
        raise HelixError(400, f"There must be {counts[0]} to {counts[1]} choices")
    if any(not 1 <= len(part.title) <= 25 for part in parts):
        raise HelixError(400, "The title of a choice must contain 1 to 25 characters")


@router.get("/polls")
async def polls(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    room = own_room(request, caller, twitch, "channel:read:polls", POLLS)
    complete_polls(room, twitch)
    ids = read_values(request, "id")
    found = [each for each in reversed(room.votes.polls.values()) if not ids or each.id in ids]
    if ids and not found:
        raise HelixError(404, "None of the IDs in the id query parameters were found")
    rows: list[JsonValue] = [each.in_answer(room.person) for each in found]
    return page_of(request, rows, maximum=20)


@router.post("/polls")
async def start_poll(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    wish = await read_body(request, NewPoll)
    room = body_room(wish.broadcaster_id, caller, twitch, POLLS)
    check_titles(wish.title, 60, wish.choices, (2, 5))
    if not SECONDS[0] <= wish.duration <= SECONDS[1]:
        raise HelixError(400, f"The duration must be between {SECONDS[0]} and {SECONDS[1]} seconds")
    if any(each.status == "ACTIVE" for each in room.votes.polls.values()):
        raise HelixError(400, "The broadcaster already has a poll that's running")
    choices = [Choice(str(uuid.uuid4()), each.title) for each in wish.choices]
    points = (wish.channel_points_voting_enabled, wish.channel_points_per_vote)
    poll = Poll(str(uuid.uuid4()), wish.title, choices, wish.duration, twitch.stage.clock.now(), *points)
    room.votes.polls[poll.id] = poll
    twitch.eventsub.publish("channel.poll.begin", room.person.id, poll.event(room.person))
    twitch.tasks.start(complete_poll_later(poll, room, twitch))
    return {"data": [poll.in_answer(room.person)]}


@router.patch("/polls")
async def end_poll(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    wish = await read_body(request, End)
    room = body_room(wish.broadcaster_id, caller, twitch, POLLS)
    poll = room.votes.polls.get(wish.id)
    if wish.status not in {"TERMINATED", "ARCHIVED"}:
        raise HelixError(400, "The value in the status field is not valid")
    if poll is None or poll.status != "ACTIVE":
        raise HelixError(400, "The poll must be active to terminate or archive it")
    poll.status, poll.ended_at = wish.status, twitch.stage.clock.now()
    twitch.eventsub.publish("channel.poll.end", room.person.id, poll.event(room.person))
    return {"data": [poll.in_answer(room.person)]}


class NewPrediction(BaseModel, strict=True):
    broadcaster_id: str
    title: str
    outcomes: list[Titled]
    prediction_window: int


@router.get("/predictions")
async def predictions(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    room = own_room(request, caller, twitch, "channel:read:predictions", PREDICTIONS)
    ids = read_values(request, "id")
    found = [each for each in reversed(room.votes.predictions.values()) if not ids or each.id in ids]
    rows: list[JsonValue] = [each.in_answer(room.person) for each in found]
    return page_of(request, rows, maximum=25)


@router.post("/predictions")
async def start_prediction(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    wish = await read_body(request, NewPrediction)
    room = body_room(wish.broadcaster_id, caller, twitch, PREDICTIONS)
    check_titles(wish.title, 45, wish.outcomes, (2, 10))
    if not WINDOW[0] <= wish.prediction_window <= WINDOW[1]:
        raise HelixError(400, f"The prediction_window must be between {WINDOW[0]} and {WINDOW[1]} seconds")
    if any(each.status in {"ACTIVE", "LOCKED"} for each in room.votes.predictions.values()):
        raise HelixError(400, "The broadcaster already has a prediction that's running")
    colours = ["BLUE" if len(wish.outcomes) > 2 or number == 0 else "PINK" for number in range(len(wish.outcomes))]
    pairs = zip(wish.outcomes, colours, strict=True)
    outcomes = [Outcome(str(uuid.uuid4()), each.title, colour) for each, colour in pairs]
    now = twitch.stage.clock.now()
    prediction = Prediction(str(uuid.uuid4()), wish.title, outcomes, wish.prediction_window, now)
    room.votes.predictions[prediction.id] = prediction
    twitch.eventsub.publish("channel.prediction.begin", room.person.id, prediction.event(room.person))
    twitch.tasks.start(lock_later(prediction, room, twitch))
    return {"data": [prediction.in_answer(room.person)]}


@router.patch("/predictions")
async def end_prediction(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    wish = await read_body(request, End)
    room = body_room(wish.broadcaster_id, caller, twitch, PREDICTIONS)
    prediction = room.votes.predictions.get(wish.id)
    if prediction is None:
        raise HelixError(404, "The prediction in the id field was not found")
    check_end(prediction, wish)
    now = twitch.stage.clock.now()
    prediction.status = wish.status
    if wish.status == "LOCKED":
        prediction.locked_at = now
        kind = "channel.prediction.lock"
    else:
        prediction.ended_at, prediction.winning_outcome_id = now, wish.winning_outcome_id
        kind = "channel.prediction.end"
    twitch.eventsub.publish(kind, room.person.id, prediction.event(room.person))
    return {"data": [prediction.in_answer(room.person)]}


def check_end(prediction: Prediction, wish: End) -> None:
    if wish.status not in {"RESOLVED", "CANCELED", "LOCKED"}:
        raise HelixError(400, "The value in the status field is not valid")
    if prediction.status not in {"ACTIVE", "LOCKED"} or wish.status == prediction.status:
        raise HelixError(400, "The prediction's status must be ACTIVE or LOCKED")
    is_known = wish.winning_outcome_id in {outcome.id for outcome in prediction.outcomes}
    if wish.status == "RESOLVED" and not is_known:
        raise HelixError(400, "The winning_outcome_id field is required to resolve a prediction")
