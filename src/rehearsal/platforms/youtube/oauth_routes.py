"""Routes of Google's OAuth host."""

from dataclasses import replace
from typing import ClassVar

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal.oauth.consent import ConsentSettings
from rehearsal.oauth.forms import read_form
from rehearsal.oauth.oauth_server import (
    Json,
    OAuthServer,
    Problem,
    Refusal,
    Refusals,
    oauth_router,
    read_form_with_basic,
)
from rehearsal.oauth.tokens import AccessToken, Code, Grant
from rehearsal.platforms.youtube.errors import oauth_failure
from rehearsal.platforms.youtube.platform import AuthorizeOptions, YouTube
from rehearsal.platforms.youtube.scopes import SCOPES

DEFAULTS = AuthorizeOptions(is_offline=False, forces_consent=False, includes_granted_scopes=False)


def forces_page(query: QueryParams) -> bool:
    return bool({"consent", "select_account"} & set(query.get("prompt", "").split()))


class GoogleOAuth(OAuthServer[YouTube]):
    key = "youtube"
    authorize_path = "/google/o/oauth2/v2/auth"
    token_paths = ("/google/token",)
    revoke_paths = ("/google/revoke",)
    refusals: ClassVar[Refusals] = {
        Problem.CLIENT_MISSING: Refusal(400, "invalid_request", "Could not determine client ID from request."),
        Problem.CLIENT_UNKNOWN: Refusal(401, "invalid_client", "The OAuth client was not found."),
        Problem.SECRET_MISSING: Refusal(400, "invalid_request", "client_secret is missing."),
        Problem.SECRET_WRONG: Refusal(401, "invalid_client", "Unauthorized"),
        Problem.GRANT_MISSING: Refusal(400, "invalid_request", "Required parameter is missing: grant_type"),
        Problem.GRANT_UNKNOWN: Refusal(400, "unsupported_grant_type", "Invalid grant_type"),
        Problem.CODE_INVALID: Refusal(400, "invalid_grant", "Bad Request"),
        Problem.REDIRECT_MISMATCH: Refusal(400, "redirect_uri_mismatch", "Bad Request"),
        Problem.VERIFIER_WRONG: Refusal(400, "invalid_grant", "Invalid code verifier."),
        Problem.REFRESH_INVALID: Refusal(400, "invalid_grant", "Token has been expired or revoked."),
        Problem.TOKEN_UNKNOWN: Refusal(400, "invalid_token", "Token expired or revoked"),
    }

    def consent(self) -> ConsentSettings:
        return ConsentSettings(
            self.accounts,
            "Google",
            SCOPES,
            "/google",
            may_untick=True,
            is_page_forced=forces_page,
            on_code=self.keep_options,
        )

    def keep_options(self, code: str, query: QueryParams) -> None:
        self.accounts.authorize_options[code] = AuthorizeOptions(
            is_offline=query.get("access_type") == "offline",
            forces_consent="consent" in query.get("prompt", "").split(),
            includes_granted_scopes=query.get("include_granted_scopes", "").lower() == "true",
        )

    def failure(self, refusal: Refusal) -> Response:
        return oauth_failure(refusal.status, refusal.error, refusal.description)

    async def read_form(self, request: Request) -> dict[str, str]:
        return await read_form_with_basic(request)

    def options(self, code: Code) -> AuthorizeOptions:
        return self.accounts.authorize_options.get(code.value, DEFAULTS)

    def granted(self, code: Code) -> Code:
        """The code; the scopes that the account granted earlier are added if the app asks for them."""
        if not self.options(code).includes_granted_scopes:
            return code
        owner = (self.accounts.client_id, code.person_id)
        earlier = [scope for scope in SCOPES if self.tokens.has_consented(*owner, (scope,))]
        return replace(code, scopes=tuple(dict.fromkeys([*code.scopes, *earlier])))

    def token_body(self, grant: Grant, token: AccessToken) -> Json:
        """The response to a code or a refresh; `code_response_extras` adds the refresh token."""
        return {**self.access_body(token), "scope": " ".join(grant.scopes)}

    def code_response_extras(self, code: Code, grant: Grant) -> Json:
        options, holders = self.options(code), self.accounts.refresh_token_holders
        if not options.is_offline or (grant.person_id in holders and not options.forces_consent):
            return {}
        holders.add(grant.person_id)
        return {"refresh_token": grant.refresh_token}

    async def revoke(self, request: Request) -> Response:
        """Ends all grants and consents of the token's account."""
        value = (await read_form(request)).get("token") or request.query_params.get("token", "")
        token = self.tokens.find(value)
        grant = None if token else self.tokens.end_grant(self.accounts.client_id, value)
        person_id = token.person_id if token else grant.person_id if grant else None
        person = self.accounts.rehearsal.world.find(person_id=person_id or "")
        if person is None:
            raise self.refused(Problem.TOKEN_UNKNOWN)
        self.accounts.revoke(person)
        self.accounts.rehearsal.events.record("token_revoked", platform=self.key, login=person.login)
        return JSONResponse({})


router = oauth_router(GoogleOAuth)
