"""Registers the stand-in for TikTok with the application."""

from fastapi import FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.platforms.registration import install_platform
from rehearsal.platforms.tiktok import control_routes, errors, oauth_routes, site_routes, user_routes
from rehearsal.platforms.tiktok.platform import TikTok
from rehearsal.platforms.tiktok.webcast import push_routes, sign_routes
from rehearsal.state import RehearsalState

ROUTES = (oauth_routes, user_routes, site_routes, sign_routes, push_routes, control_routes)


def install(app: FastAPI, rehearsal: RehearsalState) -> None:
    error_handlers: dict[type[Exception], HTTPExceptionHandler] = {
        errors.OpenError: errors.handle_open_error,
    }
    install_platform(app, rehearsal, TikTok(rehearsal), (each.router for each in ROUTES), error_handlers)
