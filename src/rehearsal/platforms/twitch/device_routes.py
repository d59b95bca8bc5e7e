"""The OAuth calls of programs without a browser, and the page where a person types the code."""

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from rehearsal.consent import PageProblem
from rehearsal.consent_page import consent_page
from rehearsal.control import is_same_origin
from rehearsal.forms import read_form
from rehearsal.pages import page
from rehearsal.platforms.twitch.devices import Device
from rehearsal.platforms.twitch.errors import OAuthError
from rehearsal.platforms.twitch.scopes import SCOPES
from rehearsal.platforms.twitch.twitch import OnTwitch, Twitch
from rehearsal.world import Person

router = APIRouter(prefix="/twitch")


@router.post("/oauth2/device")
async def start_device(request: Request, twitch: OnTwitch) -> dict[str, JsonValue]:
    parameters = {**request.query_params, **await read_form(request)}
    if not parameters.get("client_id"):
        raise OAuthError(400, "missing client id")
    if parameters["client_id"] != twitch.client_id:
        raise OAuthError(400, "invalid client")
    # The reference says "scopes" and some programs say "scope".
    asked = parameters.get("scopes") or parameters.get("scope") or ""
    scopes = tuple(dict.fromkeys(asked.split()))
    unknown = [scope for scope in scopes if scope not in SCOPES]
    if unknown:
        raise OAuthError(400, f"invalid scope requested: '{unknown[0]}'")
    device = twitch.devices.start(scopes)
    return {
        "device_code": device.device_code,
        "expires_in": twitch.limits.device_code_seconds,
        "interval": twitch.limits.device_interval_seconds,
        "user_code": device.user_code,
        "verification_uri": f"{twitch.stage.base_url}/twitch/activate?device-code={device.user_code}",
    }


@router.get("/activate")
async def ask(request: Request, twitch: OnTwitch) -> Response:
    device = waiting_device(request, twitch)
    people = twitch.stage.world.people
    wanted = {scope: SCOPES[scope] for scope in device.scopes}
    return consent_page("Twitch", people, wanted, people[0], may_untick=False)


@router.post("/activate")
async def decide(request: Request, twitch: OnTwitch) -> HTMLResponse:
    device = waiting_device(request, twitch)
    if not is_same_origin(request):
        raise PageProblem("Refused", "This form was sent from another site.")
    form = await read_form(request)
    person = twitch.stage.world.find(login=form.get("login"))
    if form.get("decision") != "authorize" or person is None:
        twitch.devices.finish(device)
        return page("Refused (rehearsal)", "<main><p>Nothing was allowed. You can close this window.</p></main>")
    allow(device, person, twitch)
    return page("Allowed (rehearsal)", "<main><p>Done. You can go back to your device.</p></main>")


def waiting_device(request: Request, twitch: Twitch) -> Device:
    device = twitch.devices.waiting(request.query_params.get("device-code", ""))
    if device is None:
        raise PageProblem("Unknown code", "This code is not valid any more. Ask your device for another one.")
    return device


def allow(device: Device, person: Person, twitch: Twitch) -> None:
    device.code = twitch.tokens.issue_code(twitch.client_id, person.id, device.scopes, "")
    twitch.stage.happenings.tell("consent_given", platform=twitch.key, login=person.login)
