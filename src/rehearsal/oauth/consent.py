"""The browser's part of OAuth: shows the consent page, then redirects back with a code or an error."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlencode, urlsplit, urlunsplit

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rehearsal.control.commands import is_same_origin
from rehearsal.network.loopback import is_loopback_url
from rehearsal.oauth.accounts import Accounts
from rehearsal.oauth.consent_page import consent_page, problem_page
from rehearsal.oauth.forms import read_form
from rehearsal.simulation.world import Person


def never_forced(query: QueryParams) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class ConsentSettings:
    """Settings of one platform's consent page."""

    accounts: Accounts
    # The name of the account on the page: "Twitch", "Google".
    account: str
    # Every scope with the description that the page shows.
    scopes: Mapping[str, str]
    # Path of the cookie with the login of the signed-in account.
    path: str
    client_parameter: str = "client_id"
    separator: str = " "
    may_untick: bool = False
    needs_pkce: bool = False
    # The parameter of the redirect that lists the granted scopes; None where the redirect does not list them.
    granted_parameter: str | None = "scope"
    # Whether the page is shown even after an earlier consent.
    is_page_forced: Callable[[QueryParams], bool] = never_forced
    # Called with the new code and the query that asked for it.
    on_code: Callable[[str, QueryParams], None] | None = None

    @property
    def cookie(self) -> str:
        return f"rehearsal_{self.accounts.key}_login"


@dataclass(frozen=True, slots=True)
class AuthorizeRequest:
    redirect_uri: str
    scopes: tuple[str, ...]
    query: QueryParams

    def redirect(self, **parameters: str) -> str:
        """The redirect URI with these parameters and the request's `state` added to its query."""
        parts = urlsplit(self.redirect_uri)
        state = self.query.get("state")
        added = urlencode({**parameters, **({} if state is None else {"state": state})})
        return urlunsplit(parts._replace(query=f"{parts.query}&{added}" if parts.query else added))


class PageProblem(Exception):
    """An invalid request that is answered with an error page and not with a redirect."""

    def __init__(self, title: str, message: str) -> None:
        super().__init__(message)
        self.title = title


class RedirectProblem(Exception):
    """An invalid request that is answered at the app's redirect URI."""

    def __init__(self, location: str) -> None:
        super().__init__("invalid authorize request")
        self.location = location


async def handle_page_problem(request: Request, error: Exception) -> Response:
    problem = cast("PageProblem", error)
    return problem_page(problem.title, str(problem))


async def handle_redirect_problem(request: Request, error: Exception) -> Response:
    return RedirectResponse(cast("RedirectProblem", error).location, status_code=302)


async def ask_for_consent(request: Request, settings: ConsentSettings) -> Response:
    """Shows the consent page, or redirects at once if the account consented to all scopes before and may skip it."""
    requested = read_request(request.query_params, settings)
    world = settings.accounts.rehearsal.world
    signed_in = world.find(login=request.cookies.get(settings.cookie))
    if signed_in is not None and may_skip(requested, signed_in, settings):
        return RedirectResponse(accept(requested, requested.scopes, signed_in, settings), status_code=302)
    scopes = {scope: settings.scopes[scope] for scope in requested.scopes}
    chosen = signed_in or world.people[0]
    return consent_page(settings.account, world.people, scopes, chosen, may_untick=settings.may_untick)


async def take_decision(request: Request, settings: ConsentSettings) -> Response:
    """Handles the submitted consent page, and redirects back to the app."""
    requested = read_request(request.query_params, settings)
    if not is_same_origin(request):
        raise PageProblem("Refused", "This form was sent from another site.")
    form = await read_form(request)
    if form.get("decision") != "authorize":
        return RedirectResponse(decline(requested, settings), status_code=303)
    person = settings.accounts.rehearsal.world.find(login=form.get("login"))
    if person is None:
        raise PageProblem("Unknown account", "There is no account with that name.")
    location = accept(requested, granted_scopes(requested, form, settings), person, settings)
    response = RedirectResponse(location, status_code=303)
    response.set_cookie(settings.cookie, person.login, path=settings.path, httponly=True, samesite="lax")
    return response


def granted_scopes(requested: AuthorizeRequest, form: Mapping[str, str], settings: ConsentSettings) -> tuple[str, ...]:
    """The ticked scopes; all requested ones where scopes cannot be declined, or if a program sent no checkboxes."""
    has_boxes = any(name.startswith("scope:") for name in form) or "boxes" in form
    if not settings.may_untick or not has_boxes:
        return requested.scopes
    return tuple(scope for scope in requested.scopes if form.get(f"scope:{scope}") == "on")


def read_request(query: QueryParams, settings: ConsentSettings) -> AuthorizeRequest:
    redirect_uri = query.get("redirect_uri", "")
    if query.get(settings.client_parameter) != settings.accounts.client_id:
        message = f"invalid client: the parameter {settings.client_parameter} names no registered app."
        raise PageProblem("Unknown app", message)
    if not is_loopback_url(redirect_uri):
        raise PageProblem("Redirect mismatch", "Parameter redirect_uri does not match registered URI.")
    scopes = tuple(dict.fromkeys(scope for scope in query.get("scope", "").split(settings.separator) if scope))
    requested = AuthorizeRequest(redirect_uri, scopes, query)
    if query.get("response_type") != "code":
        raise invalid(requested, "unsupported_response_type", "Use response_type=code")
    if settings.needs_pkce and not (query.get("code_challenge") and query.get("code_challenge_method") == "S256"):
        raise invalid(requested, "invalid_request", "Use PKCE with S256")
    unknown = [scope for scope in scopes if scope not in settings.scopes]
    if unknown:
        raise invalid(requested, "invalid_scope", f"invalid scope requested: '{unknown[0]}'")
    return requested


def invalid(requested: AuthorizeRequest, error: str, description: str) -> RedirectProblem:
    return RedirectProblem(requested.redirect(error=error, error_description=description))


def may_skip(requested: AuthorizeRequest, person: Person, settings: ConsentSettings) -> bool:
    has_consented = settings.accounts.tokens.has_consented(settings.accounts.client_id, person.id, requested.scopes)
    return has_consented and not settings.is_page_forced(requested.query)


def accept(requested: AuthorizeRequest, scopes: tuple[str, ...], person: Person, settings: ConsentSettings) -> str:
    accounts, challenge = settings.accounts, requested.query.get("code_challenge")
    code = accounts.tokens.issue_code(accounts.client_id, person.id, scopes, requested.redirect_uri, challenge)
    if settings.on_code is not None:
        settings.on_code(code.value, requested.query)
    accounts.rehearsal.events.record("consent_given", platform=accounts.key, login=person.login)
    granted = settings.granted_parameter
    return requested.redirect(
        code=code.value, **({} if granted is None else {granted: settings.separator.join(scopes)})
    )


def decline(requested: AuthorizeRequest, settings: ConsentSettings) -> str:
    settings.accounts.rehearsal.events.record("consent_refused", platform=settings.accounts.key)
    return requested.redirect(error="access_denied", error_description="The user denied you access")
