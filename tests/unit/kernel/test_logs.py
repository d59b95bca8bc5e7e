import json
import logging
from collections.abc import Generator

import pytest
import structlog

from greenroom.kernel.logs import LogFormat, blank_secrets, configure_logs, get_logger


@pytest.fixture(autouse=True)
def restore_logging() -> Generator[None]:
    """Restores the logging configuration, which is global to the process."""
    root, before = logging.getLogger(), structlog.get_config()
    handlers, level = root.handlers[:], root.level
    yield
    structlog.configure(**before)
    root.handlers[:] = handlers
    root.setLevel(level)


def last_line(captured: pytest.CaptureFixture[str]) -> dict[str, object]:
    return json.loads(captured.readouterr().err.splitlines()[-1])


def test_a_log_line_has_event_logger_and_time(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("info", "json")
    get_logger("greenroom.test").info("door_opened", door=7)
    line = last_line(capsys)
    assert line.pop("timestamp")
    assert line == {"event": "door_opened", "door": 7, "level": "info", "source": "greenroom.test"}


@pytest.mark.parametrize(
    "key", ["token", "access_token", "client_secret", "password", "Authorization", "cookie", "code"]
)
def test_values_with_a_secret_name_are_masked(capsys: pytest.CaptureFixture[str], key: str) -> None:
    configure_logs("info", "json")
    get_logger("test").info("signed_in", **{key: "hunter2"})
    assert last_line(capsys)[key] == "[hidden]"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Authorization: Bearer abc.def-ghi", "Authorization: Bearer [hidden]"),
        ("protocols greenroom.v1, bearer.abcdef", "protocols greenroom.v1, bearer.[hidden]"),
        ("OAuth abcdef", "OAuth [hidden]"),
        ("https://x/cb?code=abc&state=1", "https://x/cb?code=[hidden]&state=1"),
        ("POST grant_type=x&client_secret=abc&refresh_token=def", None),
        ('{"access_token": "abc", "expires_in": 3}', '{"access_token": "[hidden]", "expires_in": 3}'),
        ('{"refresh_token":"abc"}', '{"refresh_token":"[hidden]"}'),
        ("{'client_secret': 'abc'}", "{'client_secret': '[hidden]'}"),
        ("status_code=200", "status_code=200"),
        ("the code is fine", "the code is fine"),
    ],
)
def test_secrets_inside_a_text_are_hidden(text: str, shown: str | None) -> None:
    expected = shown or "POST grant_type=x&client_secret=[hidden]&refresh_token=[hidden]"
    assert blank_secrets(text) == expected


def test_secrets_inside_lists_and_dicts_are_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("info", "json")
    get_logger("test").info("requested", headers={"Authorization": "Bearer abc", "Accept": "x"}, urls=["/?token=abc"])
    line = last_line(capsys)
    assert line["headers"] == {"Authorization": "[hidden]", "Accept": "x"}
    assert line["urls"] == ["/?token=[hidden]"]


def test_secrets_inside_an_exception_are_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("info", "json")
    get_logger("test").error("request_failed", exc_info=LookupError("GET /?access_token=abc"))
    line = last_line(capsys)
    assert "access_token=[hidden]" in str(line["exception"])


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_library_logs_are_formatted_like_ours(capsys: pytest.CaptureFixture[str], log_format: LogFormat) -> None:
    configure_logs("info", log_format)
    logging.getLogger("library").warning("sent %s", "access_token=abc")
    written = capsys.readouterr().err
    assert "sent access_token=[hidden]" in written
    assert "warning" in written
    assert "abc" not in written


def test_log_lines_below_the_level_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("warning", "json")
    get_logger("test").info("detail")
    logging.getLogger("library").info("detail")
    assert capsys.readouterr().err == ""


def test_info_logs_of_libraries_that_log_full_urls_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("debug", "json")
    logging.getLogger("httpx").info("GET https://x/?secret")
    assert capsys.readouterr().err == ""
