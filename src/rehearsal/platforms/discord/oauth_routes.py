"""Routes of Discord's OAuth host."""

from typing import ClassVar

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal.network.request_log import is_form
from rehearsal.oauth.consent import ConsentSettings
from rehearsal.oauth.oauth_server import (
    OAuthError,
    OAuthServer,
    Problem,
    Refusal,
    Refusals,
    oauth_router,
    read_form_with_basic,
)
from rehearsal.platforms.discord.errors import oauth_failure
from rehearsal.platforms.discord.platform import Discord

SCOPES = {
    "identify": "See your name and picture",
    "email": "See your e-mail address",
    "guilds": "See which servers you are on",
}
CLIENT = Refusal(401, "invalid_client")
GRANT_TYPE = Refusal(400, "unsupported_grant_type")


def forces_consent(query: QueryParams) -> bool:
    return query.get("prompt", "consent") != "none"


class DiscordOAuth(OAuthServer[Discord]):
    key = "discord"
    authorize_path = "/discord/oauth2/authorize"
    token_paths = ("/discord/api/v10/oauth2/token",)
    revoke_paths = ("/discord/api/v10/oauth2/token/revoke",)
    refusals: ClassVar[Refusals] = {
        Problem.CLIENT_MISSING: CLIENT,
        Problem.CLIENT_UNKNOWN: CLIENT,
        Problem.SECRET_MISSING: CLIENT,
        Problem.SECRET_WRONG: CLIENT,
        Problem.GRANT_MISSING: GRANT_TYPE,
        Problem.GRANT_UNKNOWN: GRANT_TYPE,
        Problem.CODE_INVALID: Refusal(400, "invalid_grant", 'Invalid "code" in request.'),
        Problem.REDIRECT_MISMATCH: Refusal(400, "invalid_grant", 'Invalid "redirect_uri" in request.'),
        Problem.VERIFIER_WRONG: Refusal(400, "invalid_grant", 'Invalid "code_verifier" in request.'),
        Problem.REFRESH_INVALID: Refusal(400, "invalid_grant"),
    }

    def consent(self) -> ConsentSettings:
        return ConsentSettings(
            self.accounts, "Discord", SCOPES, "/discord/oauth2", granted_parameter=None, is_page_forced=forces_consent
        )

    def failure(self, refusal: Refusal) -> Response:
        return oauth_failure(refusal.status, refusal.error, refusal.description)

    async def read_form(self, request: Request) -> dict[str, str]:
        if not is_form(request.headers.get("content-type", "")):
            raise OAuthError(oauth_failure(400, "invalid_request", "Use application/x-www-form-urlencoded"))
        return await read_form_with_basic(request)

    async def revoke(self, request: Request) -> Response:
        """Ends all grants and consents of the token's account; an unknown token is no error."""
        form = await self.read_form(request)
        self.check_client(form)
        value = form.get("token", "")
        token = self.tokens.find(value)
        grant = self.tokens.end_grant(self.accounts.client_id, value)
        person_id = token.person_id if token else grant.person_id if grant else None
        person = self.accounts.rehearsal.world.find(person_id=person_id or "")
        if person is not None:
            self.tokens.disconnect(person.id)
            self.accounts.rehearsal.events.record("token_revoked", platform=self.key, login=person.login)
        return JSONResponse({})


router = oauth_router(DiscordOAuth)
