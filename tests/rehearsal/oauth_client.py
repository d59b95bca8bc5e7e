"""Base class of the platform clients: consent, tokens and control routes."""

from dataclasses import dataclass, field
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

import httpx
from pydantic import JsonValue

from rehearsal.state import RehearsalState


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens in a token response."""

    access: str
    refresh: str


@dataclass(slots=True)
class OAuthClient:
    rehearsal: RehearsalState
    http: httpx.AsyncClient
    environment: dict[str, str] = field(init=False)

    key: ClassVar[str]
    authorize_path: ClassVar[str]
    token_path: ClassVar[str]
    redirect_uri: ClassVar[str]
    # Name of the client id in requests and in the settings.
    client_id_name: ClassVar[str] = "client_id"

    def __post_init__(self) -> None:
        self.environment = self.rehearsal.environment()

    def setting(self, name: str) -> str:
        return self.environment[f"GREENROOM_{self.key.upper()}__{name.upper()}"]

    @property
    def client_id(self) -> str:
        return self.setting(self.client_id_name)

    @property
    def secret(self) -> str:
        return self.setting("client_secret")

    def authorize_parameters(self) -> dict[str, str]:
        """Platform-specific parameters of an authorize request."""
        return {}

    def authorize_query(self, **changes: str) -> dict[str, str]:
        """The query of a valid authorize request, in which `changes` replace parameters."""
        query = {
            self.client_id_name: self.client_id,
            "redirect_uri": self.redirect_uri,
            "response_type": "code",
            "state": "s1",
        }
        return {**query, **self.authorize_parameters(), **changes}

    async def get_consent_page(self, **changes: str) -> httpx.Response:
        return await self.http.get(self.authorize_path, params=self.authorize_query(**changes))

    async def decide(self, login: str = "junoplays", decision: str = "authorize", **changes: str) -> httpx.Response:
        return await self.submit({"login": login, "decision": decision}, **changes)

    async def consent_to(self, login: str, *scopes: str, **changes: str) -> httpx.Response:
        """Ticks only these scopes on a consent page that has checkboxes, and consents."""
        boxes = {f"scope:{scope}": "on" for scope in scopes}
        return await self.submit({"login": login, "decision": "authorize", "boxes": "on", **boxes}, **changes)

    async def submit(self, form: dict[str, str], /, **changes: str) -> httpx.Response:
        return await self.http.post(self.authorize_path, params=self.authorize_query(**changes), data=form)

    async def get_code(self, login: str = "junoplays", **changes: str) -> str:
        return redirect_query(await self.decide(login, **changes))["code"]

    def exchange_parameters(self) -> dict[str, str]:
        """Platform-specific parameters of a code exchange."""
        return {}

    async def token_call(self, **form: str) -> httpx.Response:
        credentials = {self.client_id_name: self.client_id, "client_secret": self.secret}
        return await self.http.post(self.token_path, data={**credentials, **form})

    async def redeem(self, code: str, /, **changes: str) -> httpx.Response:
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": self.redirect_uri}
        return await self.token_call(**{**form, **self.exchange_parameters(), **changes})

    async def refresh(self, refresh_token: str) -> httpx.Response:
        return await self.token_call(grant_type="refresh_token", refresh_token=refresh_token)

    async def tokens(self, login: str = "junoplays", **changes: str) -> dict[str, Any]:
        """Signs an account in; returns the token response."""
        response = await self.redeem(await self.get_code(login, **changes))
        assert response.status_code == 200, response.text
        return response.json()

    async def app_token(self) -> str:
        return str((await self.token_call(grant_type="client_credentials")).json()["access_token"])

    @property
    def control_path(self) -> str:
        return f"/control/{self.key}"

    async def command(self, path: str, **body: JsonValue) -> dict[str, Any]:
        """Makes a control call that must succeed; returns the response body."""
        response = await self.http.post(f"{self.control_path}{path}", json=body)
        assert response.status_code == 200, response.text
        return response.json()

    async def wait_for_event(self, event: str, **query: str | int) -> dict[str, Any]:
        response = await self.http.get("/control/wait", params={"event": event, **query})
        assert response.status_code == 200, response.text
        return response.json()


def redirect_query(response: httpx.Response) -> dict[str, str]:
    """The query of the URL to which the response redirects."""
    query = parse_qs(urlsplit(response.headers["location"]).query, keep_blank_values=True)
    return {name: values[0] for name, values in query.items()}
