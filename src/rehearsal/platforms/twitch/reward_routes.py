"""The Helix calls for channel points: rewards and redemptions."""

import re
import uuid

from fastapi import APIRouter
from pydantic import BaseModel, JsonValue
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.helix import Caller, Json, OnHelix, own_room, page_of, read_body, read_values, required
from rehearsal.platforms.twitch.points import Reward
from rehearsal.platforms.twitch.rooms import Room
from rehearsal.platforms.twitch.twitch import OnTwitch, Twitch

MANAGE = "channel:manage:redemptions"
READ = ("channel:read:redemptions", MANAGE)
COLOUR = re.compile("#[0-9A-Fa-f]{6}")
TITLE_MAX = 45
PROMPT_MAX = 200
IDS_MAX = 50
REDEMPTION = "channel.channel_points_custom_reward_redemption"
REWARD = "channel.channel_points_custom_reward"

router = APIRouter(prefix="/twitch/helix/channel_points/custom_rewards")


class RewardChange(BaseModel, strict=True):
    title: str | None = None
    cost: int | None = None
    prompt: str | None = None
    background_color: str | None = None
    is_enabled: bool | None = None
    is_paused: bool | None = None
    is_user_input_required: bool | None = None
    is_max_per_stream_enabled: bool | None = None
    max_per_stream: int | None = None
    is_max_per_user_per_stream_enabled: bool | None = None
    max_per_user_per_stream: int | None = None
    is_global_cooldown_enabled: bool | None = None
    global_cooldown_seconds: int | None = None
    should_redemptions_skip_request_queue: bool | None = None


def points_room(request: Request, caller: Caller, twitch: Twitch, *scopes: str) -> Room:
    room = own_room(request, caller, twitch, *scopes)
    if not room.person.broadcaster_type:
        raise HelixError(403, "The broadcaster is not a partner or affiliate")
    return room


@router.get("")
async def rewards(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    room = points_room(request, caller, twitch, *READ)
    ids = read_values(request, "id")
    if len(ids) > IDS_MAX:
        raise HelixError(400, f"The number of id query parameters exceeds the maximum of {IDS_MAX}")
    only_own = request.query_params.get("only_manageable_rewards", "false") == "true"
    shown = [each for each in room.points.rewards.values() if not ids or each.id in ids]
    if ids and not shown:
        raise HelixError(404, "All of the custom rewards specified using the id query parameter were not found")
    kept = [each for each in shown if not only_own or each.client_id == caller.token.client_id]
    return {"data": [each.in_answer(room.person, twitch.stage.base_url) for each in kept]}


@router.post("")
async def make_reward(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    room = points_room(request, caller, twitch, MANAGE)
    wish = await read_body(request, RewardChange)
    if not wish.title or wish.cost is None:
        raise HelixError(400, "The title and cost fields are required")
    if len(room.points.rewards) >= twitch.limits.rewards:
        raise HelixError(400, "The broadcaster exceeded the number of custom rewards allowed per channel")
    check(wish, room, None)
    reward = Reward(str(uuid.uuid4()), wish.title, wish.cost, caller.token.client_id)
    apply(wish, reward)
    room.points.rewards[reward.id] = reward
    return answer(room, reward, "add", twitch)


@router.patch("")
async def change_reward(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    room = points_room(request, caller, twitch, MANAGE)
    reward = own_reward(room, required(request, "id"), caller)
    change = await read_body(request, RewardChange)
    check(change, room, reward)
    apply(change, reward)
    return answer(room, reward, "update", twitch)


@router.delete("")
async def delete_reward(request: Request, caller: OnHelix, twitch: OnTwitch) -> Response:
    room = points_room(request, caller, twitch, MANAGE)
    reward = own_reward(room, required(request, "id"), caller)
    del room.points.rewards[reward.id]
    answer(room, reward, "remove", twitch)
    return Response(status_code=204)


def own_reward(room: Room, reward_id: str, caller: Caller) -> Reward:
    """Only the program that made a reward may touch it and its redemptions."""
    reward = room.points.rewards.get(reward_id)
    if reward is None:
        raise HelixError(404, "The custom reward specified in the id query parameter was not found")
    if reward.client_id != caller.token.client_id:
        raise HelixError(403, "The ID in the Client-Id header must match the client ID used to create the reward")
    return reward


def check(change: RewardChange, room: Room, reward: Reward | None) -> None:
    if change.title is not None:
        if not 1 <= len(change.title) <= TITLE_MAX:
            raise HelixError(400, f"The title must contain 1 to {TITLE_MAX} characters")
        same = room.points.by_title(change.title)
        if same is not None and same is not reward:
            raise HelixError(400, "CREATE_CUSTOM_REWARD_DUPLICATE_REWARD")
    if change.cost is not None and change.cost < 1:
        raise HelixError(400, "The cost must be at least 1")
    if len(change.prompt or "") > PROMPT_MAX:
        raise HelixError(400, f"The prompt is limited to {PROMPT_MAX} characters")
    if change.background_color is not None and not COLOUR.fullmatch(change.background_color):
        raise HelixError(400, "The background_color is not a valid hex color")


def apply(change: RewardChange, reward: Reward) -> None:
    for name, value in change.model_dump(exclude_none=True).items():
        setattr(reward, name, value)


def answer(room: Room, reward: Reward, change: str, twitch: Twitch) -> Json:
    base_url = twitch.stage.base_url
    event = reward.event(room.person, base_url)
    twitch.eventsub.publish(f"{REWARD}.{change}", room.person.id, event, detail=reward.id)
    return {"data": [reward.in_answer(room.person, base_url)]}


class Outcome(BaseModel, strict=True):
    status: str


@router.get("/redemptions")
async def redemptions(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    room = points_room(request, caller, twitch, *READ)
    reward = own_reward(room, required(request, "reward_id"), caller)
    ids, status = read_values(request, "id"), request.query_params.get("status")
    if not ids and status not in {"CANCELED", "FULFILLED", "UNFULFILLED"}:
        raise HelixError(400, "The status query parameter is required if you don't specify the id query parameter")
    found = [each for each in room.points.redemptions.values() if each.reward is reward]
    rows: list[JsonValue] = [
        each.in_answer(room.person) for each in found if (each.id in ids if ids else each.status == status)
    ]
    if request.query_params.get("sort") == "NEWEST":
        rows.reverse()
    return page_of(request, rows, maximum=IDS_MAX)


@router.patch("/redemptions")
async def settle_redemptions(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    required(request, "id")
    room = points_room(request, caller, twitch, MANAGE)
    reward = own_reward(room, required(request, "reward_id"), caller)
    status = (await read_body(request, Outcome)).status
    if status not in {"CANCELED", "FULFILLED"}:
        raise HelixError(400, "The value in the status field is not valid")
    ids = read_values(request, "id")
    found = [each for each in room.points.redemptions.values() if each.id in ids and each.reward is reward]
    due = [each for each in found if each.status == "UNFULFILLED"]
    if not due:
        raise HelixError(404, "The custom reward redemptions specified were not found or are not UNFULFILLED")
    for each in due:
        each.status = status
        event = each.event(room.person)
        twitch.eventsub.publish(f"{REDEMPTION}.update", room.person.id, event, detail=reward.id)
    return {"data": [each.in_answer(room.person) for each in due]}
