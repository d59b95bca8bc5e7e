from typing import Annotated
from uuid import UUID

from fastapi import Depends, Header, Query, Request, Response

from greenroom.accounts.access.guards import SignedIn
from greenroom.accounts.platforms import Platforms
from greenroom.features.invites.rules import MAX_INVITE_TOKEN_LENGTH
from greenroom.features.invites.service import is_token_of_invite
from greenroom.features.sign_in import completion, connect_targets, service
from greenroom.features.sign_in.rules import STATE_LIFETIME, Purpose, local_path
from greenroom.features.sign_in.schemas import Completed, ConsentIn, UrlOut
from greenroom.features.sign_in.service import ConsentRequest
from greenroom.kernel.api.access import PUBLIC
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import COMPLETIONS_LIMITED, STARTS_LIMITED, KernelDep, Provided, Writing
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto.tokens import TOKEN_LENGTH, new_token

router = ApiRouter(tags=["oauth"])

BROWSER_COOKIE = "greenroom_browser"
# With this prefix a browser takes the cookie from this host alone, not from a sibling host; it requires TLS.
HOST_PREFIX = "__Host-"


def has_tls(kernel: Kernel) -> bool:
    return kernel.settings.origin.startswith("https://")


def cookie_name(kernel: Kernel) -> str:
    return HOST_PREFIX + BROWSER_COOKIE if has_tls(kernel) else BROWSER_COOKIE


async def read_browser_cookie(request: Request, kernel: KernelDep) -> str | None:
    return request.cookies.get(cookie_name(kernel))


BrowserCookie = Annotated[str | None, Depends(read_browser_cookie)]


def set_browser_cookie(kernel: Kernel, response: Response, browser: str | None) -> str:
    """Sets the cookie that completing a consent requires, so that only this browser can do it; returns its value."""
    # An invalid value is replaced without an error: users cannot see or repair their cookies.
    value = browser if browser and len(browser) == TOKEN_LENGTH else new_token()
    response.set_cookie(
        cookie_name(kernel),
        value,
        max_age=int(STATE_LIFETIME.total_seconds()),
        path="/" if has_tls(kernel) else "/api/2",
        httponly=True,
        samesite="lax",
        secure=has_tls(kernel),
    )
    return value


async def sign_in_request(
    provider: str,
    session: Writing,
    next_path: Annotated[str, Query(alias="next")] = "",
    invite_id: Annotated[UUID | None, Query()] = None,
    invite_token: Annotated[str, Header(alias="X-Invite-Token", max_length=MAX_INVITE_TOKEN_LENGTH)] = "",
) -> ConsentRequest:
    # An invalid `next` or invitation is dropped: it must not prevent signing in.
    is_invited = invite_id is not None and await is_token_of_invite(session, invite_id, invite_token)
    return ConsentRequest(
        provider=provider,
        purpose=Purpose.SIGN_IN,
        redirect_to=local_path(next_path) or "",
        invite_id=invite_id if is_invited else None,
    )


@router.get("/{provider}/sign-in-url", dependencies=[PUBLIC, STARTS_LIMITED])
async def sign_in_url(
    request: Annotated[ConsentRequest, Depends(sign_in_request)],
    response: Response,
    session: Writing,
    kernel: KernelDep,
    platforms: Provided[Platforms],
    browser: BrowserCookie,
) -> UrlOut:
    """The URL of a consent page. If `sign_up` is `invited`, an invitation lets a new user sign up with its role."""
    browser_id = set_browser_cookie(kernel, response, browser)
    return UrlOut(url=await service.begin(session, kernel, platforms, request, browser_id))


@router.get("/{provider}/connect-chat-url", dependencies=[STARTS_LIMITED])
async def connect_chat_url(
    provider: str,
    person: SignedIn,
    target: Annotated[connect_targets.ConnectTarget, Depends()],
    response: Response,
    session: Writing,
    kernel: KernelDep,
    platforms: Provided[Platforms],
    browser: BrowserCookie,
) -> UrlOut:
    """The URL of a consent that connects an account: to the user, to the channel `channel_id`, or as a `bot`."""
    request = await connect_targets.consent_request(session, kernel, person, provider, target)
    browser_id = set_browser_cookie(kernel, response, browser)
    return UrlOut(url=await service.begin(session, kernel, platforms, request, browser_id))


@router.post("/oauth/{provider}", dependencies=[PUBLIC, COMPLETIONS_LIMITED])
async def complete(
    provider: str,
    body: ConsentIn,
    kernel: KernelDep,
    platforms: Provided[Platforms],
    browser: BrowserCookie,
    user_agent: Annotated[str, Header()] = "",
) -> Completed:
    consent = await service.receive(kernel, platforms, provider, body, browser)
    return await completion.complete(kernel, platforms, consent, user_agent)
