"""Hangs the stand-in for Discord into the application."""

from fastapi import FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.installing import install_platform
from rehearsal.platforms.discord import api_routes, control_routes, errors, oauth_routes, webhook_routes
from rehearsal.platforms.discord.discord import Discord
from rehearsal.stage import Stage

ROUTERS = (
    oauth_routes.consent,
    oauth_routes.router,
    api_routes.router,
    api_routes.pictures,
    webhook_routes.versioned,
    webhook_routes.copied,
    control_routes.router,
)


def install(app: FastAPI, stage: Stage) -> None:
    answers: dict[type[Exception], HTTPExceptionHandler] = {
        errors.ApiError: errors.answer_api_error,
        errors.OAuthError: errors.answer_oauth_error,
        errors.Limited: errors.answer_limited,
    }
    install_platform(app, stage, Discord(stage), ROUTERS, answers)
