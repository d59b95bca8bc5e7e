"""Registers the stand-in for Discord with the application."""

from fastapi import FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.platforms.discord import api_routes, errors, oauth_routes, webhook_routes
from rehearsal.platforms.discord.platform import Discord
from rehearsal.platforms.registration import install_platform
from rehearsal.state import RehearsalState


def install(app: FastAPI, rehearsal: RehearsalState) -> None:
    error_handlers: dict[type[Exception], HTTPExceptionHandler] = {
        errors.ApiError: errors.handle_api_error,
        errors.RateLimited: errors.handle_limited,
    }
    routers = (oauth_routes.router, api_routes.router, webhook_routes.router, webhook_routes.control)
    install_platform(app, rehearsal, Discord(rehearsal), routers, error_handlers)
