"""Structured logs on stderr; secrets are blanked."""

import logging
import re
import sys
from typing import Literal, cast

import structlog
from structlog.typing import EventDict, FilteringBoundLogger, WrappedLogger

LogFormat = Literal["text", "json"]

SECRET_KEYS = re.compile(r"token|secret|password|authorization|cookie|code_verifier|^code$|^key$", re.IGNORECASE)
# A secret in a header, a URL or form, JSON, or the repr of a dict.
SECRET_TEXT = re.compile(
    r"""(?i)\b(bearer[ .]|oauth[ ]|(?:access_token|refresh_token|client_secret|code|code_verifier|token)="""
    r"""|(?:access_token|refresh_token|client_secret|code_verifier|token)["']\s*:\s*["'])[^\s&"']+"""
)

# Libraries whose INFO lines repeat our own; httpx and httpcore even log whole URLs.
VERBOSE_LIBRARIES = ("aiosqlite", "alembic", "httpcore", "httpx", "uvicorn")


def blank_secrets(text: str) -> str:
    return SECRET_TEXT.sub(r"\1[hidden]", text)


def _redact(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    return {key: _redacted(key, value) for key, value in event.items()}


def _redacted(key: str, value: object) -> object:
    if SECRET_KEYS.search(key):
        return "[hidden]"
    if isinstance(value, str):
        return blank_secrets(value)
    if isinstance(value, dict):
        return {name: _redacted(str(name), inner) for name, inner in cast("dict[object, object]", value).items()}
    if isinstance(value, list | tuple):
        return [_redacted(key, inner) for inner in cast("list[object]", value)]
    return value


def configure_logs(level: str, log_format: LogFormat) -> None:
    renderer = (
        structlog.processors.JSONRenderer()
        if log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        _redact,
    ]
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(renderer, foreign_pre_chain=shared))
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for name in VERBOSE_LIBRARIES:
        logging.getLogger(name).setLevel(logging.WARNING)


def get_logger(name: str) -> FilteringBoundLogger:
    return cast("FilteringBoundLogger", structlog.get_logger(source=name))
