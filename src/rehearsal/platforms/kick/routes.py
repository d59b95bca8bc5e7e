"""Registers the stand-in for Kick with the application."""

from fastapi import FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.platforms.kick import control_routes, errors, oauth_routes, player_routes
from rehearsal.platforms.kick.api import chat_routes, image_routes, lookup_routes, subscription_routes
from rehearsal.platforms.kick.platform import Kick
from rehearsal.platforms.kick.site import site_routes
from rehearsal.platforms.registration import install_platform
from rehearsal.state import RehearsalState

ROUTES = (
    oauth_routes,
    player_routes,
    lookup_routes,
    chat_routes,
    subscription_routes,
    site_routes,
    image_routes,
    control_routes,
)


def install(app: FastAPI, rehearsal: RehearsalState) -> None:
    error_handlers: dict[type[Exception], HTTPExceptionHandler] = {
        errors.KickError: errors.handle_kick_error,
        errors.Blocked: errors.handle_blocked,
    }
    install_platform(app, rehearsal, Kick(rehearsal), (each.router for each in ROUTES), error_handlers)
