"""Programs that call the API with an API token."""

from support.greenroom_server import ApiClient, Json


async def create_token(
    person: ApiClient, *scopes: str, name: str = "Stream Deck", lifetime: str = "90_days"
) -> tuple[Json, str]:
    """Creates a token; returns it as the API lists it, and its secret."""
    body = {"name": name, "scopes": sorted(scopes), "lifetime": lifetime}
    response = await person.ask("POST", "/user/api-tokens", json=body)
    assert response.status_code == 201, response.text
    return response.json()["token"], response.json()["secret"]


async def client_with_scopes(person: ApiClient, *scopes: str) -> ApiClient:
    """A client that uses a new token of this person with these scopes."""
    name = f"Program with {len(scopes)} scopes"
    _, secret = await create_token(person, *scopes, name=name)
    return await client_with_token(person, secret)


async def client_with_token(person: ApiClient, secret: str) -> ApiClient:
    client = await person.greenroom.client()
    client.token = secret
    return client
