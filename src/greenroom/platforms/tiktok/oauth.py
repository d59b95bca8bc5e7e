"""Login Kit: TikTok's dialect of the code flow, for the account a person connects."""

from collections.abc import Iterable
from urllib.parse import urlencode

import msgspec

from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import Answer, HttpClient
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.platforms.tiktok.answers import call, read, refuse_failure
from greenroom.platforms.tiktok.settings import TikTokSettings
from greenroom.tenancy.platforms import AuthExpired, Identity, PlatformUnavailable, Tokens, ends_at

BASIC = "open_id,union_id,avatar_url,display_name"
WITH_HANDLE = f"{BASIC},username"


class TokenAnswer(msgspec.Struct):
    """A refusal has been seen with status 200."""

    access_token: str | None = None
    refresh_token: str | None = None
    expires_in: int | None = None
    scope: str | None = None
    error: str | None = None
    error_description: str | None = None


class User(msgspec.Struct):
    open_id: str
    display_name: str | None = None
    avatar_url: str | None = None
    username: str | None = None


class UserData(msgspec.Struct):
    user: User


class UserAnswer(msgspec.Struct):
    data: UserData


class Trouble(msgspec.Struct):
    code: str = ""


class Troubled(msgspec.Struct):
    error: Trouble


class TikTokOAuth:
    # Only apps on phones and desktops use it there.
    uses_pkce = False

    def __init__(self, settings: TikTokSettings, http: HttpClient, clock: Clock) -> None:
        self._settings = settings
        self._http = http
        self._clock = clock

    def authorize_url(self, *, redirect_uri: str, state: str, scopes: Iterable[str], code_challenge: str | None) -> str:
        query = {
            "client_key": self._settings.client_key,
            "response_type": "code",
            "scope": ",".join(scopes),
            "redirect_uri": redirect_uri,
            "state": state,
            # Otherwise a browser that is signed in is sent back at once, with whichever account that is.
            "disable_auto_auth": "1",
        }
        return f"{self._settings.auth_url}?{urlencode(query)}"

    async def exchange(self, *, code: str, redirect_uri: str, code_verifier: str | None) -> Tokens:
        return await self._grant(grant_type="authorization_code", code=code, redirect_uri=redirect_uri)

    async def refresh(self, refresh_token: str) -> Tokens:
        return await self._grant(grant_type="refresh_token", refresh_token=refresh_token)

    async def revoke(self, access_token: str) -> None:
        answer = await self._post("/v2/oauth/revoke/", token=access_token)
        # A token that TikTok does not know needs no revoking.
        if answer.status_code not in {400, 401}:
            refuse_failure(answer)

    async def identify(self, access_token: str) -> Identity:
        answer = await self._user(access_token, WITH_HANDLE)
        if trouble(answer) == "scope_not_authorized":
            # They have not allowed us to see the handle.
            answer = await self._user(access_token, BASIC)
        if answer.status_code == 401:
            raise AuthExpired(trouble(answer) or "TikTok refused the token")
        refuse_failure(answer)
        user = read(answer, UserAnswer).data.user
        name = user.display_name or user.username or "TikTok"
        return Identity(user.open_id, user.username or name, name, user.avatar_url or "")

    async def _user(self, access_token: str, fields: str) -> Answer:
        headers = {"Authorization": f"Bearer {access_token}"}
        url = f"{self._settings.api_url}/v2/user/info/"
        return await call(self._http, "GET", url, params=[("fields", fields)], headers=headers)

    async def _grant(self, **parameters: str) -> Tokens:
        answer = await self._post("/v2/oauth/token/", **parameters)
        if answer.status_code >= 500 or answer.status_code == 429:
            refuse_failure(answer)
        found = read(answer, TokenAnswer)
        if found.error:
            raise _refused(found)
        refuse_failure(answer)
        if found.access_token is None:
            raise PlatformUnavailable("TikTok gave no token and no reason")
        expires_at = ends_at(self._clock(), found.expires_in)
        granted = None if found.scope is None else frozenset(found.scope.replace(",", " ").split())
        return Tokens(found.access_token, found.refresh_token, expires_at, granted)

    async def _post(self, path: str, **parameters: str) -> Answer:
        form = {
            "client_key": self._settings.client_key,
            "client_secret": self._settings.client_secret.get_secret_value(),
            **parameters,
        }
        return await call(self._http, "POST", f"{self._settings.api_url}{path}", data=form)


def _refused(answer: TokenAnswer) -> AuthExpired | PlatformUnavailable:
    words = answer.error_description or answer.error or ""
    if answer.error == "invalid_client" or "client_key" in words:
        return PlatformUnavailable("TikTok refused the client key or the client secret in the settings")
    return AuthExpired(words)


def trouble(answer: Answer) -> str:
    """TikTok's own word for a failure, if it has one."""
    try:
        return msgspec.json.decode(answer.content, type=Troubled).error.code
    except UNREADABLE:
        return ""
