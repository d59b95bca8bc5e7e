"""Routes of Kick's OAuth host."""

from typing import ClassVar

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from rehearsal.oauth.consent import ConsentSettings, PageProblem
from rehearsal.oauth.oauth_server import Form, Json, OAuthServer, Problem, Refusal, Refusals, oauth_router
from rehearsal.platforms.kick.errors import oauth_failure
from rehearsal.platforms.kick.platform import Kick
from rehearsal.platforms.kick.scopes import SCOPES

CLIENT = Refusal(401, "invalid_client", "The client id or the client secret is wrong.")
GRANT_TYPE = Refusal(400, "unsupported_grant_type", "The grant type is missing or unknown.")


def always(query: QueryParams) -> bool:
    """True: Kick always shows the consent page, where another account can be chosen."""
    return True


class KickOAuth(OAuthServer[Kick]):
    key = "kick"
    authorize_path = "/kick/oauth/authorize"
    token_paths = ("/kick/oauth/token",)
    revoke_paths = ("/kick/oauth/revoke",)
    has_app_tokens = True
    refusals: ClassVar[Refusals] = {
        Problem.CLIENT_MISSING: CLIENT,
        Problem.CLIENT_UNKNOWN: CLIENT,
        Problem.SECRET_MISSING: CLIENT,
        Problem.SECRET_WRONG: CLIENT,
        Problem.GRANT_MISSING: GRANT_TYPE,
        Problem.GRANT_UNKNOWN: GRANT_TYPE,
        Problem.CODE_INVALID: Refusal(400, "invalid_grant", "The code is unknown, used or expired."),
        Problem.REDIRECT_MISMATCH: Refusal(400, "invalid_grant", "redirect_uri does not match the code."),
        Problem.VERIFIER_WRONG: Refusal(400, "invalid_grant", "code_verifier does not match the challenge."),
        Problem.REFRESH_INVALID: Refusal(400, "invalid_grant", "The refresh token is unknown or expired."),
    }

    def check_authorize(self, query: QueryParams) -> None:
        if not query.get("state"):
            raise PageProblem("Invalid request", "The parameter state is required.")

    def consent(self) -> ConsentSettings:
        return ConsentSettings(
            self.accounts,
            "Kick",
            SCOPES,
            "/kick/oauth",
            needs_pkce=True,
            granted_parameter=None,
            is_page_forced=always,
        )

    def failure(self, refusal: Refusal) -> Response:
        return oauth_failure(refusal.status, refusal.error, refusal.description)

    def refresh(self, form: Form) -> Json:
        self.tokens.reuse_grace_seconds = self.accounts.limits.reuse_grace_seconds
        self.tokens.refresh_token_seconds = self.accounts.limits.refresh_token_seconds
        return super().refresh(form)

    async def revoke(self, request: Request) -> Response:
        """Ends the access token in the query, or the whole grant of a refresh token."""
        value = request.query_params.get("token", "")
        hint = request.query_params.get("token_hint_type", "access_token")
        if not value or hint not in {"access_token", "refresh_token"}:
            return JSONResponse({"error": "Invalid request"}, status_code=400)
        token = self.tokens.find(value)
        if hint == "access_token" and token is not None:
            self.tokens.revoke(token)
            self.record("token_revoked", token)
        elif hint == "refresh_token" and self.tokens.end_grant(self.accounts.client_id, value) is not None:
            self.accounts.rehearsal.events.record("token_revoked", platform=self.key)
        return PlainTextResponse("OK")


router = oauth_router(KickOAuth)
