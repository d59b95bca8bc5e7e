"""Registers the stand-in for Discord with the application."""

from fastapi import FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.installing import install_platform
from rehearsal.platforms.discord import api_routes, errors, oauth_routes
from rehearsal.platforms.discord.discord import Discord
from rehearsal.stage import Stage


def install(app: FastAPI, stage: Stage) -> None:
    answers: dict[type[Exception], HTTPExceptionHandler] = {
        errors.ApiError: errors.answer_api_error,
        errors.Limited: errors.answer_limited,
    }
    install_platform(app, stage, Discord(stage), (oauth_routes.router, api_routes.router), answers)
