"""Command line: server, rehearsal and maintenance.

Importing all of Greenroom takes a second, and most mistakes are in the settings: each command reads them first, then
imports what it needs.
"""

# ruff: noqa: PLC0415

import argparse
import asyncio
import os
import socket
import sys
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_settings import SettingsError

from greenroom import __version__
from greenroom.kernel.db.migrate import make_data_folder
from greenroom.kernel.errors import AppError
from greenroom.kernel.fast.gc_tuning import tune_after_startup
from greenroom.kernel.logs import configure_logs
from greenroom.kernel.settings import CONFIG_FILE_VARIABLE
from greenroom.kernel.start_problem import StartProblem
from greenroom.rehearse import REHEARSAL_DATA, rehearsal_command, rehearsal_environment, set_variables, set_webhook_url
from greenroom.settings import Settings

REHEARSAL_PORT = 8100


class SettingsProblem(StartProblem):
    """The settings cannot be read."""


def main(arguments: Sequence[str] | None = None) -> None:
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], None] = options.run
    try:
        run(options)
    except (StartProblem, AppError) as problem:
        sys.exit(f"greenroom: {problem}")
    except ValidationError as problem:
        sys.exit(f"greenroom: {_explain(problem)}")
    except KeyboardInterrupt:
        sys.exit(130)


def _explain(problem: ValidationError) -> str:
    """Names each invalid setting, but not its value, which may be a secret."""
    lines = [
        f"{'.'.join(str(part) for part in error['loc'])}: {error['msg'].removeprefix('Value error, ')}"
        for error in problem.errors()
    ]
    return "these settings cannot be used:\n  " + "\n  ".join(lines)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="greenroom", description="The backstage of a live stream.")
    parser.add_argument("--version", action="version", version=f"greenroom {__version__}")
    commands = parser.add_subparsers(required=True, metavar="command")
    _add(commands, "serve", _serve, "run the server", "--host", "--port", "--role")
    _add(commands, "rehearse", _rehearse, "run the server with a stand-in for every platform", "--port")
    stand_in = _add(commands, "rehearsal", _rehearsal, "run the stand-in for the platforms alone")
    stand_in.add_argument("--port", type=int, required=True)
    _add(commands, "openapi", _openapi, "print the API description")
    _add(commands, "migrate", _migrate, "bring the database up to date")
    _add(commands, "doctor", _doctor, "check what the server needs, with the fix beside each problem")
    backup = _add(commands, "backup", _backup, "copy the database and uploaded media into one file; the server may run")
    backup.add_argument("file", nargs="?", type=Path, help="or a folder; default: the folder of backups")
    restore = _add(commands, "restore", _restore, "bring back a backup; the server must not run")
    restore.add_argument("file", type=Path)
    restore.add_argument("--replace", action="store_true", help="delete what is in the database now")
    restore.add_argument("--without-secrets", action="store_true", help="drop the tokens that another key encrypted")
    key = _add(commands, "key", _key, "look after the keys that encrypt platform tokens")
    key.add_argument("action", choices=["rotate", "forget"])
    operator = _add(commands, "operator", _operator, "say who may enter the admin area")
    operator.add_argument("action", choices=["add", "remove", "list"])
    operator.add_argument("username", nargs="?", help="for add and remove")
    return parser


def _add(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",  # pyright: ignore[reportPrivateUsage]  # argparse has no public name for it
    name: str,
    run: Callable[[argparse.Namespace], None],
    description: str,
    *options: str,
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=description, description=description)
    command.set_defaults(run=run)
    for option in options:
        command.add_argument(option, help="instead of the setting of this name")
    return command


def _settings(options: argparse.Namespace | None = None) -> Settings:
    overrides = {
        name: value for name, value in vars(options or argparse.Namespace()).items() if name in Settings.model_fields
    }
    settings = _read({name: value for name, value in overrides.items() if value is not None})
    configure_logs(settings.log_level, settings.log_format)
    return settings


def _read(overrides: dict[str, Any]) -> Settings:
    file = os.environ.get(CONFIG_FILE_VARIABLE)
    if file and not Path(file).is_file():
        raise SettingsProblem(f"{CONFIG_FILE_VARIABLE} names {file}, and there is no such file.")
    try:
        return Settings(**overrides)
    except SettingsError as problem:
        raise SettingsProblem(f"These settings cannot be used: {problem}.") from problem
    except (TOMLDecodeError, UnicodeDecodeError, OSError) as problem:
        raise SettingsProblem(f"The settings file cannot be read: {problem}.") from problem


def _serve(options: argparse.Namespace) -> None:
    settings = _settings(options)
    from greenroom.server import listen_on

    listener = listen_on(settings.host, settings.port)
    settings.port = listener.getsockname()[1]
    _run(settings, listener)


def _rehearse(options: argparse.Namespace) -> None:
    os.environ.setdefault("GREENROOM_DATA_DIR", str(REHEARSAL_DATA))
    folder = _settings(options).data_dir
    make_data_folder(folder)
    with rehearsal_environment(REHEARSAL_PORT, folder / "platforms.json", "--lively") as environment:
        set_variables(environment)
        settings = _settings(options)
        from greenroom.server import listen_nearby

        listener = listen_nearby("127.0.0.1", settings.port)
        settings.host, settings.port = "127.0.0.1", listener.getsockname()[1]
        set_webhook_url(environment, f"http://127.0.0.1:{settings.port}")
        control_url = f"{environment['REHEARSAL_CONTROL_URL']}/"
        _run(settings, listener, f"The platforms are simulated; control them at {control_url}")


def _run(settings: Settings, listener: socket.socket, *more: str) -> None:
    from greenroom.app import create_app
    from greenroom.kernel.web.client_address import ClientAddresses
    from greenroom.kernel.web.connection_limits import ConnectionLimits
    from greenroom.server import serve

    limits = ConnectionLimits(ClientAddresses(settings.trusted_proxies).of_peer)
    ready = "\n".join([f"Greenroom is ready at {settings.origin}", *more])
    work = serve(create_app(settings), listener, limits, ready=ready)
    if sys.platform == "win32":
        _run_async(work)
    else:
        import uvloop  # not available on Windows

        _run_async(work, uvloop.run)


Result = TypeVar("Result")
Work = Coroutine[Any, Any, Result]


def _run_async(work: Work[Result], run: Callable[[Work[Result]], Result] = asyncio.run) -> Result:
    """Turns the garbage collector on again, now that all is imported, and runs the work."""
    tune_after_startup()
    return run(work)


def _rehearsal(options: argparse.Namespace) -> None:
    command = rehearsal_command("--port", str(options.port))
    os.execv(command[0], command)  # noqa: S606  # our own module, replaces this process


def _openapi(_: argparse.Namespace) -> None:
    from greenroom.api import describe_api
    from greenroom.app import create_app

    print(describe_api(create_app(Settings())))


def _migrate(_: argparse.Namespace) -> None:
    settings = _settings()
    from greenroom import maintenance

    _run_async(maintenance.migrate_database(settings))


def _doctor(_: argparse.Namespace) -> None:
    settings = _settings()
    from greenroom import maintenance

    report, has_problem = _run_async(maintenance.examine(settings))
    print(report)
    sys.exit(1 if has_problem else 0)


def _backup(options: argparse.Namespace) -> None:
    settings = _settings()
    from greenroom import maintenance

    path = _run_async(maintenance.back_up(settings, options.file))
    print(f"The backup is {path}. The key file {settings.key_path} is not in it: keep a copy of it in another place.")
    if settings.s3.bucket:
        print(f"Media is in the bucket {settings.s3.bucket}, which is not part of the backup.")


def _restore(options: argparse.Namespace) -> None:
    settings = _settings()
    from greenroom import maintenance

    restored = _run_async(
        maintenance.restore(settings, options.file, replace=options.replace, without_secrets=options.without_secrets)
    )
    print(f"The backup of {restored.created_at:%Y-%m-%d %H:%M} UTC is back. Start the server: greenroom serve.")


def _key(options: argparse.Namespace) -> None:
    settings = _settings()
    from greenroom import maintenance

    if options.action == "rotate":
        count = _run_async(maintenance.rotate_key(settings))
        print(f"There is a new key in {settings.key_path}; {count} accounts are encrypted with it. Back the file up.")
    else:
        count = _run_async(maintenance.forget_key(settings))
        print(f"The tokens of {count} accounts are dropped; people reconnect them on the Platforms screen.")


def _operator(options: argparse.Namespace) -> None:
    is_list = options.action == "list"
    if is_list == bool(options.username):
        sys.exit(f"greenroom: operator {options.action} takes {'no name' if is_list else 'the name of a user'}.")
    settings = _settings()
    from greenroom import maintenance

    if is_list:
        print("\n".join(_run_async(maintenance.list_operators(settings))) or "There are no operators.")
        return
    is_operator = options.action == "add"
    _run_async(maintenance.set_operator(settings, options.username, is_operator=is_operator))
    print(f"{options.username} may{'' if is_operator else ' not'} enter the admin area now.")
