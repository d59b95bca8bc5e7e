"""Routes of Twitch's OAuth host."""

from typing import ClassVar

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.oauth.consent import ConsentSettings
from rehearsal.oauth.forms import read_form
from rehearsal.oauth.oauth_server import Json, OAuthError, OAuthServer, Problem, Refusal, Refusals, oauth_router
from rehearsal.oauth.tokens import AccessToken, Grant
from rehearsal.platforms.twitch.errors import oauth_failure
from rehearsal.platforms.twitch.platform import Twitch, TwitchDep
from rehearsal.platforms.twitch.scopes import SCOPES


def forces_consent(query: QueryParams) -> bool:
    return query.get("force_verify") == "true"


class TwitchOAuth(OAuthServer[Twitch]):
    key = "twitch"
    authorize_path = "/twitch/oauth2/authorize"
    token_paths = ("/twitch/oauth2/token",)
    revoke_paths = ("/twitch/oauth2/revoke",)
    token_type = "bearer"  # noqa: S105
    has_app_tokens = True
    checks_verifier = False
    refusals: ClassVar[Refusals] = {
        Problem.CLIENT_MISSING: Refusal(400, "missing client id"),
        Problem.CLIENT_UNKNOWN: Refusal(400, "invalid client"),
        Problem.SECRET_MISSING: Refusal(400, "missing client secret"),
        Problem.SECRET_WRONG: Refusal(403, "invalid client secret"),
        Problem.GRANT_MISSING: Refusal(400, "missing grant type"),
        Problem.GRANT_UNKNOWN: Refusal(400, "invalid grant type"),
        Problem.CODE_INVALID: Refusal(400, "Invalid authorization code"),
        Problem.REDIRECT_MISMATCH: Refusal(400, "Parameter redirect_uri does not match registered URI"),
        Problem.REFRESH_INVALID: Refusal(400, "Invalid refresh token"),
        Problem.TOKEN_UNKNOWN: Refusal(400, "Invalid token"),
    }

    def consent(self) -> ConsentSettings:
        return ConsentSettings(self.accounts, "Twitch", SCOPES, "/twitch/oauth2", is_page_forced=forces_consent)

    def failure(self, refusal: Refusal) -> Response:
        return oauth_failure(refusal.status, refusal.error)

    async def read_form(self, request: Request) -> dict[str, str]:
        """The parameters of the form and of the query."""
        return {**request.query_params, **await read_form(request)}

    def token_body(self, grant: Grant, token: AccessToken) -> Json:
        return {**super().token_body(grant, token), "scope": [*grant.scopes]}

    async def revoke(self, request: Request) -> Response:
        form = await self.read_form(request)
        if form.get("client_id") != self.accounts.client_id:
            raise OAuthError(oauth_failure(404, "client does not exist"))
        token = self.tokens.find(form.get("token", ""))
        if token is None:
            raise self.refused(Problem.TOKEN_UNKNOWN)
        self.tokens.revoke(token)
        self.record("token_revoked", token)
        return Response(status_code=200)


router = oauth_router(TwitchOAuth)


@router.get("/twitch/oauth2/validate")
async def validate(request: Request, twitch: TwitchDep) -> Json:
    token = authorized_token(request, twitch)
    person = twitch.rehearsal.world.find(person_id=token.person_id or "")
    body: Json = {"client_id": token.client_id, "expires_in": twitch.tokens.seconds_left(token)}
    if person is None:
        return {**body, "scopes": None}
    return {**body, "login": person.login, "user_id": person.id, "scopes": [*token.scopes]}


def authorized_token(request: Request, twitch: Twitch) -> AccessToken:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if not value:
        raise OAuthError(oauth_failure(401, "missing authorization token"))
    token = twitch.tokens.find(value) if scheme.lower() in {"oauth", "bearer"} else None
    if token is None:
        raise OAuthError(oauth_failure(401, "invalid access token"))
    return token
