"""Settings of the kernel; `greenroom.settings` adds those of the platforms."""

import os
from ipaddress import ip_network
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from greenroom.kernel.logs import LogFormat
from greenroom.kernel.schema import BaseUrl

CONFIG_FILE_VARIABLE = "GREENROOM_CONFIG"
DEFAULT_CONFIG_FILE = "greenroom.toml"
LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
# URL schemes as commonly written, and as SQLAlchemy expects them.
DRIVERS = {"postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg", "sqlite": "sqlite+aiosqlite"}


def _with_driver(url: str) -> str:
    scheme, mark, rest = url.partition("://")
    return f"{DRIVERS.get(scheme, scheme)}{mark}{rest}"


def split_list(value: str) -> list[str]:
    return [entry.strip() for entry in value.split(",") if entry.strip()]


class S3Settings(BaseModel):
    """S3-compatible storage of uploaded media."""

    bucket: str = Field(
        default="",
        description="Bucket for uploaded media, needed when several machines serve one installation. Default: none, "
        "media is stored in the data folder.",
    )
    endpoint: BaseUrl = Field(
        default="", description="`https://host` of the S3-compatible storage. Default: Amazon S3 of the region."
    )
    region: str = Field(default="us-east-1", description="Region of the bucket.")
    access_key: str = Field(
        default="", description="Access key id. Default: the credentials that Amazon gives to its own machines."
    )
    secret_key: SecretStr = Field(default=SecretStr(""), description="Secret access key.")
    path_style: bool = Field(
        default=True, description="The bucket is in the path of its URL (`true`) or in the host name (`false`)."
    )


class KernelSettings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="GREENROOM_", env_nested_delimiter="__", extra="forbid")

    host: str = Field(
        default="127.0.0.1", description="Address to listen on. Loopback unless a reverse proxy needs another."
    )
    port: int = Field(default=8000, ge=0, le=65535, description="Port to listen on.")
    public_url: str = Field(
        default="", description="Public URL without a path; OAuth redirects lead to it. Default: host and port."
    )
    data_dir: Path = Field(
        default=Path("data"), description="Folder of the database file, the key file and uploaded media."
    )
    database_url: SecretStr = Field(
        default=SecretStr(""),
        description="`postgresql://user:password@host/name`. Default: a SQLite file in the data folder.",
    )
    redis_url: SecretStr = Field(
        default=SecretStr(""), description="`redis://host:6379/0`, needed with more than one process. Default: none."
    )
    key_file: Path | None = Field(
        default=None,
        description="File of the keys that encrypt platform tokens. Default: `secret.key` in the data folder.",
    )
    backup_folder: Path | None = Field(
        default=None, description="Folder of backups, best on another disk. Default: `backups` in the data folder."
    )
    backup_keep: int = Field(
        default=0, ge=0, description="Backups to keep: one is made each night. Default: none, only when asked for."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(default="info", description="Minimum log level.")
    log_format: LogFormat = Field(default="text", description="`text` for people, `json` for machines.")
    role: Literal["all", "web", "worker"] = Field(
        default="all",
        description="`web` serves pages and the API, `worker` runs platform connections and jobs, `all` does both.",
    )
    first_user_is_operator: bool = Field(
        default=True, description="The first user of an empty installation may enter the admin area."
    )
    sign_up: Literal["invited", "open", "closed"] = Field(
        default="invited",
        description="Who may create an account: `invited`: the first user, then people with an invitation; `open`: "
        "all users; `closed`: no new users.",
    )
    session_days: int = Field(default=30, ge=1, le=365, description="Days without a visit after which a sign-in ends.")
    audit_days: int = Field(
        default=90, ge=0, le=36_500, description="Days that the audit log of a channel is kept; 0: for ever."
    )
    max_channels_per_user: int = Field(default=20, ge=1, description="Channels that one user may own.")
    max_platforms_per_user: int = Field(default=50, ge=1, description="Platforms one user may connect to channels.")
    max_invites_per_user: int = Field(default=50, ge=1, description="Open invitations that one user may have.")
    max_api_tokens_per_user: int = Field(default=20, ge=1, description="API tokens that one user may have.")
    max_sign_ins_per_minute: int = Field(
        default=30, ge=1, description="Sign-ins and connections that one address may start, and complete, per minute."
    )
    max_sockets_per_address: int = Field(
        default=500, ge=1, description="Live sockets that one address may have open; each open tab has one or two."
    )
    trusted_proxies: str = Field(
        default="",
        description="Addresses or networks of reverse proxies, separated by commas: `127.0.0.1, 10.0.0.0/8`. Only "
        "their `X-Forwarded-For` is read. Default: none.",
    )
    webhook_hosts: str = Field(
        default="",
        description="Hosts in the local network that webhooks of channels may call, also without TLS, separated by "
        "commas: `192.168.1.20:5678, homeassistant.local`. Default: none, webhooks call public https addresses only.",
    )

    s3: S3Settings = Field(default=S3Settings(), description="Storage of uploaded media.")
    rehearsal_url: str = Field(
        default="",
        description="Address of the rehearsal's control API on this machine; `greenroom rehearse` sets it. Default: "
        "none, this is not a rehearsal.",
    )

    @field_validator("rehearsal_url")
    @classmethod
    def _is_on_this_machine(cls, value: str) -> str:
        address = urlsplit(value)
        if value and (address.scheme not in {"http", "https"} or address.hostname not in LOOPBACK_HOSTS):
            raise ValueError("must be an address of this machine, like http://127.0.0.1:8100/control")
        return value.rstrip("/")

    @field_validator("public_url")
    @classmethod
    def _only_an_origin(cls, value: str) -> str:
        address = value.rstrip("/")
        if value and not address.startswith(("http://", "https://")):
            raise ValueError("must start with http:// or https://")
        if address.partition("://")[2].strip("/") != urlsplit(address).netloc:
            raise ValueError("must not have a path: Greenroom answers at the root of its address")
        return address

    @field_validator("database_url")
    @classmethod
    def _is_supported_database(cls, value: SecretStr) -> SecretStr:
        scheme = value.get_secret_value().partition("://")[0]
        if scheme and scheme not in {*DRIVERS, *DRIVERS.values()}:
            raise ValueError("must start with postgresql:// or sqlite://")
        try:
            make_url(_with_driver(value.get_secret_value()) or "sqlite://")
        except (ArgumentError, ValueError):
            # SQLAlchemy's message would quote a part of the URL, which holds a password.
            raise ValueError("is not written like postgresql://user:password@host:5432/name") from None
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _are_networks(cls, value: str) -> str:
        for network in split_list(value):
            try:
                ip_network(network)
            except ValueError:
                raise ValueError(f"{network} is neither an address nor a network like 10.0.0.0/8") from None
        return value

    @field_validator("redis_url")
    @classmethod
    def _is_redis_url(cls, value: SecretStr) -> SecretStr:
        if value.get_secret_value() and not value.get_secret_value().startswith(("redis://", "rediss://", "unix://")):
            raise ValueError("must start with redis://, rediss:// or unix://")
        return value

    @property
    def origin(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.public_url or f"http://{host}:{self.port}"

    @property
    def key_path(self) -> Path:
        return self.key_file or self.data_dir / "secret.key"

    @property
    def backup_path(self) -> Path:
        return self.backup_folder or self.data_dir / "backups"

    @property
    def sqlalchemy_url(self) -> str:
        url = self.database_url.get_secret_value()
        if not url:
            return f"sqlite+aiosqlite:///{self.data_dir / 'greenroom.db'}"
        return _with_driver(url)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        config = os.environ.get(CONFIG_FILE_VARIABLE, DEFAULT_CONFIG_FILE)
        return (init_settings, env_settings, TomlConfigSettingsSource(settings_cls, toml_file=config))
