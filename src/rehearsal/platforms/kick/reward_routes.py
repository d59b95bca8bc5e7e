"""Channel rewards, their redemptions, and who gave the most KICKs."""

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.clock import rfc3339
from rehearsal.platforms.kick import acts
from rehearsal.platforms.kick.answers import Json, ok, page
from rehearsal.platforms.kick.bodies import Decision, NewReward, RewardChange, read_body
from rehearsal.platforms.kick.caller import OnPublic, read_number
from rehearsal.platforms.kick.errors import KickError
from rehearsal.platforms.kick.ids import ulid
from rehearsal.platforms.kick.kick import Kick, OnKick
from rehearsal.platforms.kick.objects import username_of
from rehearsal.platforms.kick.rooms import Gift, Redemption, Reward, Room
from rehearsal.world import Person

READ, WRITE = "channel:rewards:read", "channel:rewards:write"
REWARDS_MAX = 15
STATUSES = {"pending", "accepted", "rejected"}
PAGE = 50

router = APIRouter(prefix="/kick/public/v1")


def reward_object(reward: Reward) -> Json:
    return {
        "id": reward.id,
        "title": reward.title,
        "description": reward.description,
        "cost": reward.cost,
        "background_color": reward.background_color,
        "is_enabled": reward.is_enabled,
        "is_paused": reward.is_paused,
        "is_user_input_required": reward.is_user_input_required,
        "should_redemptions_skip_request_queue": reward.should_redemptions_skip_request_queue,
    }


def standing(room: Room) -> list[Reward]:
    return [reward for reward in room.rewards.values() if not reward.is_deleted]


@router.get("/channels/rewards")
async def rewards(caller: OnPublic, kick: OnKick) -> Json:
    return ok([reward_object(each) for each in standing(kick.room(caller.owner(READ, WRITE)))])


@router.post("/channels/rewards")
async def create_reward(request: Request, caller: OnPublic, kick: OnKick) -> Json:
    room = kick.room(caller.owner(WRITE))
    body = await read_body(request, NewReward)
    if len(standing(room)) >= REWARDS_MAX:
        raise KickError(400, f"A channel has {REWARDS_MAX} rewards at most")
    reward = Reward(ulid(kick.stage.clock.now()), **body.model_dump())
    room.rewards[reward.id] = reward
    return ok(reward_object(reward))


def own_reward(room: Room, reward_id: str) -> Reward:
    reward = room.rewards.get(reward_id)
    if reward is None or reward.is_deleted:
        raise KickError(404)
    if not reward.is_made_by_app:
        raise KickError(403)
    return reward


@router.patch("/channels/rewards/{reward_id}")
async def change_reward(reward_id: str, request: Request, caller: OnPublic, kick: OnKick) -> Json:
    room = kick.room(caller.owner(WRITE))
    changes = (await read_body(request, RewardChange)).model_dump(exclude_none=True)
    if not changes:
        raise KickError(400, "at least one field is required")
    reward = own_reward(room, reward_id)
    for name, value in changes.items():
        setattr(reward, name, value)
    return ok(reward_object(reward))


@router.delete("/channels/rewards/{reward_id}")
async def delete_reward(reward_id: str, caller: OnPublic, kick: OnKick) -> Response:
    own_reward(kick.room(caller.owner(WRITE)), reward_id).is_deleted = True
    return Response(status_code=204)


@router.get("/channels/rewards/redemptions")
async def redemptions(request: Request, caller: OnPublic, kick: OnKick) -> Json:
    room = kick.room(caller.owner(READ, WRITE))
    chosen = list(wanted_redemptions(request, room))
    rewards = list(dict.fromkeys(each.reward.id for each in chosen))
    rows = [group(room.rewards[reward_id], chosen) for reward_id in rewards]
    return page(rows, request.query_params.get("cursor"), PAGE)


def wanted_redemptions(request: Request, room: Room) -> Iterable[Redemption]:
    query = request.query_params
    ids = query.getlist("id")
    if ids:
        if len(ids) > 50 or set(query) != {"id"}:
            raise KickError(400, "id may be given 50 times and with nothing else")
        return [each for each in room.redemptions.values() if each.id in ids]
    status, reward_id = query.get("status", "pending"), query.get("reward_id")
    if status not in STATUSES:
        raise KickError(400, "status must be pending, accepted or rejected")
    matching = (each for each in room.redemptions.values() if each.status == status)
    return [each for each in matching if reward_id in {None, each.reward.id}]


def group(reward: Reward, chosen: list[Redemption]) -> Json:
    rows: list[JsonValue] = [
        {
            "id": each.id,
            "redeemed_at": rfc3339(each.redeemed_at),
            "redeemer": {"user_id": int(each.viewer.id)},
            "status": each.status,
            "user_input": each.user_input,
        }
        for each in chosen
        if each.reward.id == reward.id
    ]
    shown: Json = {
        "id": reward.id,
        "title": reward.title,
        "description": reward.description,
        "cost": reward.cost,
        "can_manage": reward.is_made_by_app,
        "is_deleted": reward.is_deleted,
    }
    return {"reward": shown, "redemptions": rows}


@router.post("/channels/rewards/redemptions/accept")
async def accept(request: Request, caller: OnPublic, kick: OnKick) -> Json:
    person = caller.owner(WRITE)
    return ok(decide(await read_body(request, Decision), "accepted", person, kick))


@router.post("/channels/rewards/redemptions/reject")
async def reject(request: Request, caller: OnPublic, kick: OnKick) -> Json:
    person = caller.owner(WRITE)
    return ok(decide(await read_body(request, Decision), "rejected", person, kick))


def decide(body: Decision, status: str, person: Person, kick: Kick) -> list[JsonValue]:
    """Only what could not be done is answered."""
    if len(set(body.ids)) != len(body.ids):
        raise KickError(400, "ids must be unique")
    failures: list[JsonValue] = []
    for redemption_id in body.ids:
        redemption = kick.room(person).redemptions.get(redemption_id)
        reason = why_not(redemption)
        if redemption is None or reason is not None:
            failures.append({"id": redemption_id, "reason": reason})
            continue
        redemption.status = status
        acts.announce_redemption(kick, person, redemption)
    return failures


def why_not(redemption: Redemption | None) -> str | None:
    if redemption is None:
        return "NOT_FOUND"
    if not redemption.reward.is_made_by_app:
        return "NOT_OWNED"
    return None if redemption.status == "pending" else "NOT_PENDING"


@router.get("/kicks/leaderboard")
async def leaderboard(request: Request, caller: OnPublic, kick: OnKick) -> Json:
    gifts = kick.room(caller.owner("kicks:read")).gifts
    top, now = read_number(request, "top", 10, 100), kick.stage.clock.now()
    return ok(
        {
            "lifetime": ranked(gifts, top),
            "month": ranked((each for each in gifts if now - each.given_at < timedelta(days=30)), top),
            "week": ranked((each for each in gifts if now - each.given_at < timedelta(days=7)), top),
        }
    )


def ranked(gifts: Iterable[Gift], top: int) -> list[JsonValue]:
    sums: Counter[tuple[str, str]] = Counter()
    for gift in gifts:
        sums[gift.viewer.id, username_of(gift.viewer.login, gift.viewer.display_name)] += gift.amount
    return [
        {"rank": rank, "user_id": int(user_id), "username": username, "gifted_amount": amount}
        for rank, ((user_id, username), amount) in enumerate(sums.most_common(top), start=1)
    ]
