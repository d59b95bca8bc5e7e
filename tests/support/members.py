"""Reads and changes the members of a channel through the API."""

from datetime import datetime

import httpx

from greenroom.features.members.expiry import AccessExpiry
from support.greenroom_server import ApiClient, GreenroomServer, Json


async def user_id_of(client: ApiClient) -> str:
    return (await client.get("/user"))["id"]


async def members_of(client: ApiClient, channel_id: str) -> dict[str, Json]:
    """Members by display name."""
    return {one["display_name"]: one for one in await client.get(f"/channels/{channel_id}/members")}


async def roles_of(client: ApiClient, channel_id: str) -> dict[str, str]:
    return {name: one["role"] for name, one in (await members_of(client, channel_id)).items()}


async def change_level(actor: ApiClient, channel_id: str, member: ApiClient, level: int) -> httpx.Response:
    path = f"/channels/{channel_id}/members/{await user_id_of(member)}/level"
    return await actor.ask("PUT", path, json={"level": level})


async def remove(actor: ApiClient, channel_id: str, member: ApiClient) -> httpx.Response:
    return await actor.ask("DELETE", f"/channels/{channel_id}/members/{await user_id_of(member)}")


async def leave(member: ApiClient, channel_id: str) -> httpx.Response:
    return await member.ask("DELETE", f"/channels/{channel_id}/membership")


async def transfer(owner: ApiClient, channel_id: str, member: ApiClient) -> httpx.Response:
    return await owner.ask("POST", f"/channels/{channel_id}/ownership", json={"user_id": await user_id_of(member)})


async def change_access_end(
    actor: ApiClient, channel_id: str, member: ApiClient, ends: str, at: datetime | None = None
) -> httpx.Response:
    path = f"/channels/{channel_id}/members/{await user_id_of(member)}/access-end"
    body = {"access_ends": ends, "access_ends_at": at.isoformat() if at else None}
    return await actor.ask("PUT", path, json=body)


async def end_due_access(greenroom: GreenroomServer) -> None:
    """Ends the access of guests whose time is over, as worker processes do."""
    expiry = AccessExpiry(greenroom.kernel)
    await expiry.end_due()
    await expiry.stop()
