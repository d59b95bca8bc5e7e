"""Routes of Login Kit's OAuth host."""

from typing import ClassVar

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.oauth.consent import ConsentSettings, PageProblem
from rehearsal.oauth.oauth_server import Json, OAuthServer, Problem, Refusal, Refusals, oauth_router
from rehearsal.oauth.tokens import AccessToken, Grant
from rehearsal.platforms.tiktok.errors import log_id, token_failure
from rehearsal.platforms.tiktok.ids import open_id
from rehearsal.platforms.tiktok.platform import TikTok
from rehearsal.platforms.tiktok.scopes import SCOPES

MAX_REDIRECT_LENGTH = 511
CLIENT = Refusal(400, "invalid_client", "Client key or secret is incorrect.")
GRANT_TYPE = Refusal(400, "unsupported_grant_type", "The grant type is missing or unknown.")
REDIRECT = "Redirect_uri is not matched with the uri when requesting code."


def forces_consent(query: QueryParams) -> bool:
    return query.get("disable_auto_auth") == "1"


class TikTokOAuth(OAuthServer[TikTok]):
    key = "tiktok"
    authorize_path = "/tiktok/auth/authorize/"
    token_paths = ("/tiktok/open/v2/oauth/token/",)
    revoke_paths = ("/tiktok/open/v2/oauth/revoke/",)
    client_parameter = "client_key"
    refusals: ClassVar[Refusals] = {
        Problem.CLIENT_MISSING: CLIENT,
        Problem.CLIENT_UNKNOWN: CLIENT,
        Problem.SECRET_MISSING: CLIENT,
        Problem.SECRET_WRONG: CLIENT,
        Problem.GRANT_MISSING: GRANT_TYPE,
        Problem.GRANT_UNKNOWN: GRANT_TYPE,
        Problem.CODE_INVALID: Refusal(400, "invalid_grant", "Authorization code is expired."),
        Problem.REDIRECT_MISMATCH: Refusal(400, "invalid_request", REDIRECT),
        Problem.VERIFIER_WRONG: Refusal(400, "invalid_grant", "Code verifier or code challenge is invalid."),
        Problem.REFRESH_INVALID: Refusal(400, "invalid_grant", "Refresh token is invalid or expired."),
        Problem.TOKEN_UNKNOWN: Refusal(400, "invalid_request", "The token is unknown or expired."),
    }

    def check_authorize(self, query: QueryParams) -> None:
        redirect_uri = query.get("redirect_uri", "")
        if "?" in redirect_uri or "#" in redirect_uri or len(redirect_uri) > MAX_REDIRECT_LENGTH:
            message = "redirect_uri must be short, without a query and without a fragment."
            raise PageProblem("Redirect mismatch", message)

    def consent(self) -> ConsentSettings:
        return ConsentSettings(
            self.accounts,
            "TikTok",
            SCOPES,
            "/tiktok/auth",
            client_parameter="client_key",
            separator=",",
            may_untick=True,
            granted_parameter="scopes",
            is_page_forced=forces_consent,
        )

    def failure(self, refusal: Refusal) -> Response:
        return token_failure(refusal.error, refusal.description, log_id(self.accounts.rehearsal.clock.now()))

    def token_body(self, grant: Grant, token: AccessToken) -> Json:
        return {
            **super().token_body(grant, token),
            "refresh_expires_in": self.accounts.limits.refresh_token_seconds,
            "open_id": open_id(grant.person_id),
            "scope": ",".join(grant.scopes),
        }

    async def revoke(self, request: Request) -> Response:
        form = await self.read_form(request)
        self.check_client(form)
        token = self.tokens.find(form.get("token", ""))
        if token is None:
            raise self.refused(Problem.TOKEN_UNKNOWN)
        self.tokens.revoke(token)
        self.record("token_revoked", token)
        return Response(status_code=200)


router = oauth_router(TikTokOAuth)
