"""OAuth routes that all platforms with accounts share; each platform overrides only its differences."""

import hmac
from abc import ABC, abstractmethod
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Generic, TypeVar, cast

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.oauth.accounts import Accounts
from rehearsal.oauth.consent import ConsentSettings, ask_for_consent, take_decision
from rehearsal.oauth.forms import read_form
from rehearsal.oauth.tokens import AccessToken, Code, Grant

Json = dict[str, JsonValue]
Form = Mapping[str, str]
A = TypeVar("A", bound=Accounts)


class Problem(StrEnum):
    """Why the token or revocation endpoint refuses a request."""

    CLIENT_MISSING = "client_missing"
    CLIENT_UNKNOWN = "client_unknown"
    SECRET_MISSING = "secret_missing"  # noqa: S105  # names a problem
    SECRET_WRONG = "secret_wrong"  # noqa: S105
    GRANT_MISSING = "grant_missing"
    GRANT_UNKNOWN = "grant_unknown"
    CODE_INVALID = "code_invalid"
    REDIRECT_MISMATCH = "redirect_mismatch"
    VERIFIER_WRONG = "verifier_wrong"
    REFRESH_INVALID = "refresh_invalid"
    TOKEN_UNKNOWN = "token_unknown"  # noqa: S105


@dataclass(frozen=True, slots=True)
class Refusal:
    status: int
    error: str
    description: str = ""


Refusals = Mapping[Problem, Refusal]


class OAuthError(Exception):
    """A refused request, with the response in the platform's format."""

    def __init__(self, response: Response) -> None:
        super().__init__("refused")
        self.response = response


async def handle_oauth_error(request: Request, error: Exception) -> Response:
    return cast("OAuthError", error).response


class OAuthServer(ABC, Generic[A]):
    """Consent, token and revocation endpoints of one platform."""

    key: ClassVar[str]
    authorize_path: ClassVar[str]
    token_paths: ClassVar[tuple[str, ...]]
    revoke_paths: ClassVar[tuple[str, ...]] = ()
    refusals: ClassVar[Refusals]
    token_type: ClassVar[str] = "Bearer"  # noqa: S105
    client_parameter: ClassVar[str] = "client_id"
    has_app_tokens: ClassVar[bool] = False
    checks_verifier: ClassVar[bool] = True

    def __init__(self, accounts: A) -> None:
        self.accounts = accounts
        self.tokens = accounts.tokens

    @abstractmethod
    def consent(self) -> ConsentSettings: ...

    @abstractmethod
    def failure(self, refusal: Refusal) -> Response:
        """The refusal in the platform's format."""

    def check_authorize(self, query: QueryParams) -> None:
        """Hook for the platform's own checks of an authorize request; raises to refuse it."""

    async def revoke(self, request: Request) -> Response:
        """Ends a token; overridden by platforms that offer this."""
        return Response(status_code=404)

    def refused(self, problem: Problem) -> OAuthError:
        return OAuthError(self.failure(self.refusals[problem]))

    async def read_form(self, request: Request) -> dict[str, str]:
        return await read_form(request)

    async def token(self, request: Request) -> Json:
        form = await self.read_form(request)
        self.check_client(form)
        match form.get("grant_type"):
            case "authorization_code":
                return self.redeem_code(form)
            case "refresh_token":
                return self.refresh(form)
            case "client_credentials" if self.has_app_tokens:
                return self.issue_app_token()
            case None | "":
                raise self.refused(Problem.GRANT_MISSING)
            case _:
                raise self.refused(Problem.GRANT_UNKNOWN)

    def check_client(self, form: Form) -> None:
        self.check_client_id(form)
        if not form.get("client_secret"):
            raise self.refused(Problem.SECRET_MISSING)
        self.check_secret(form["client_secret"])

    def check_client_id(self, form: Form) -> None:
        if not form.get(self.client_parameter):
            raise self.refused(Problem.CLIENT_MISSING)
        if form[self.client_parameter] != self.accounts.client_id:
            raise self.refused(Problem.CLIENT_UNKNOWN)

    def check_secret(self, secret: str) -> None:
        if not hmac.compare_digest(secret.encode(), self.accounts.client_secret.encode()):
            raise self.refused(Problem.SECRET_WRONG)

    def redeem_code(self, form: Form) -> Json:
        code = self.tokens.take_code(form.get("code", ""))
        if code is None:
            raise self.refused(Problem.CODE_INVALID)
        if form.get("redirect_uri") != code.redirect_uri:
            raise self.refused(Problem.REDIRECT_MISMATCH)
        self.check_verifier(code, form)
        grant, token = self.tokens.open_grant(self.granted(code))
        self.record("token_issued", token)
        return {**self.token_body(grant, token), **self.code_response_extras(code, grant)}

    def check_verifier(self, code: Code, form: Form) -> None:
        if self.checks_verifier and not code.matches_verifier(form.get("code_verifier")):
            raise self.refused(Problem.VERIFIER_WRONG)

    def granted(self, code: Code) -> Code:
        """The code with the scopes of the new grant; a platform may add scopes that were granted earlier."""
        return code

    def code_response_extras(self, code: Code, grant: Grant) -> Json:
        """Fields that are returned when a code is exchanged for tokens, but not after a refresh."""
        return {}

    def refresh(self, form: Form) -> Json:
        refreshed = self.tokens.refresh(self.accounts.client_id, form.get("refresh_token", ""))
        if refreshed is None:
            self.accounts.rehearsal.events.record("refresh_refused", platform=self.key)
            raise self.refused(Problem.REFRESH_INVALID)
        grant, token = refreshed
        self.record("token_refreshed", token)
        return self.token_body(grant, token)

    def issue_app_token(self) -> Json:
        token = self.tokens.issue_app_token(self.accounts.client_id)
        self.record("app_token_issued", token)
        return self.access_body(token)

    def access_body(self, token: AccessToken) -> Json:
        seconds = self.tokens.seconds_left(token)
        return {"access_token": token.value, "expires_in": seconds, "token_type": self.token_type}

    def token_body(self, grant: Grant, token: AccessToken) -> Json:
        grant_fields = {"refresh_token": grant.refresh_token, "scope": " ".join(grant.scopes)}
        return {**self.access_body(token), **grant_fields}

    def record(self, event: str, token: AccessToken) -> None:
        person = self.accounts.rehearsal.world.find(person_id=token.person_id or "")
        self.accounts.rehearsal.events.record(event, platform=self.key, login=person.login if person else None)


def oauth_router(server_type: type[OAuthServer[A]]) -> APIRouter:
    """The routes of one platform's OAuth server."""
    router = APIRouter()

    def server_of(request: Request) -> OAuthServer[A]:
        return server_type(request.app.state.rehearsal.platforms[server_type.key])

    @router.get(server_type.authorize_path)
    async def authorize(request: Request) -> Response:
        server = server_of(request)
        server.check_authorize(request.query_params)
        return await ask_for_consent(request, server.consent())

    @router.post(server_type.authorize_path)
    async def decide(request: Request) -> Response:
        server = server_of(request)
        server.check_authorize(request.query_params)
        return await take_decision(request, server.consent())

    async def token(request: Request) -> Json:
        return await server_of(request).token(request)

    async def revoke(request: Request) -> Response:
        return await server_of(request).revoke(request)

    for path in server_type.token_paths:
        router.add_api_route(path, token, methods=["POST"])
    for path in server_type.revoke_paths:
        router.add_api_route(path, revoke, methods=["POST"])
    return router


def basic_credentials(request: Request) -> tuple[str, str] | None:
    """Client id and secret of a Basic header; None without a header, empty texts for an invalid one."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        client_id, _, secret = b64decode(value, validate=True).decode().partition(":")
    except ValueError:
        return "", ""
    return client_id, secret


async def read_form_with_basic(request: Request) -> dict[str, str]:
    """The fields of the form; the credentials of a Basic header replace those in the form."""
    form = await read_form(request)
    credentials = basic_credentials(request)
    return form if credentials is None else {**form, "client_id": credentials[0], "client_secret": credentials[1]}
