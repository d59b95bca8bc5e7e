"""Roles, permissions, and which role a permission needs."""

from collections.abc import Mapping
from enum import IntEnum, StrEnum

from greenroom.kernel.errors import Invalid


class Role(IntEnum):
    PUBLIC = 0
    SUB = 1
    VIP = 2
    MOD = 7
    EDITOR = 100
    ADMIN = 200
    OWNER = 500

    @property
    def label(self) -> str:
        return "VIP" if self is Role.VIP else self.name.capitalize()


# Levels that staff can choose as a minimum, such as for an exemption from a filter.
SELECTABLE_ROLES = (Role.PUBLIC, Role.SUB, Role.VIP, Role.MOD, Role.OWNER)
STAFF_ROLES = (Role.MOD, Role.EDITOR, Role.ADMIN, Role.OWNER)


class Permission(StrEnum):
    CHANNEL_READ = "channel.read"
    CHAT_READ = "chat.read"
    ACTIVITY_READ = "activity.read"
    STATS_READ = "stats.read"
    PLATFORMS_READ = "platforms.read"
    COMMANDS_READ = "commands.read"
    TIMERS_READ = "timers.read"
    FILTERS_READ = "filters.read"
    QUOTES_READ = "quotes.read"
    GAMBLING_READ = "gambling.read"
    GIVEAWAYS_READ = "giveaways.read"
    QUEUES_READ = "queues.read"
    MODERATION_USE = "moderation.use"
    REHEARSAL_CONTROL = "rehearsal.control"
    COMMANDS_MANAGE = "commands.manage"
    TIMERS_MANAGE = "timers.manage"
    FILTERS_MANAGE = "filters.manage"
    QUOTES_MANAGE = "quotes.manage"
    GAMBLING_MANAGE = "gambling.manage"
    GIVEAWAYS_MANAGE = "giveaways.manage"
    QUEUES_MANAGE = "queues.manage"
    WIDGETS_MANAGE = "widgets.manage"
    TITLE_UPDATE = "title.update"
    ADS_RUN = "ads.run"
    PLATFORMS_MANAGE = "platforms.manage"
    ACCESS_MANAGE = "access.manage"
    CHANNEL_DELETE = "channel.delete"


# The lowest role with each permission. Listed are those of no single feature; `declare_permissions` adds all others.
REQUIRED_ROLE: dict[Permission, Role] = {
    Permission.CHANNEL_READ: Role.MOD,
    Permission.PLATFORMS_READ: Role.MOD,
    Permission.GAMBLING_READ: Role.MOD,
    Permission.GAMBLING_MANAGE: Role.EDITOR,
    Permission.TITLE_UPDATE: Role.EDITOR,
    Permission.ADS_RUN: Role.EDITOR,
    Permission.PLATFORMS_MANAGE: Role.ADMIN,
    Permission.ACCESS_MANAGE: Role.ADMIN,
    Permission.CHANNEL_DELETE: Role.OWNER,
}


def declare_permissions(required: Mapping[Permission, Role]) -> None:
    for permission, role in required.items():
        if REQUIRED_ROLE.setdefault(permission, role) is not role:
            raise ValueError(f"Two features declare {permission} differently")


def permissions_of(level: int) -> list[Permission]:
    return [permission for permission in Permission if level >= REQUIRED_ROLE[permission]]


def role_of(level: int) -> Role:
    """The highest role up to this level."""
    return max(role for role in Role if role <= level)


def has_permission(level: int, permission: Permission) -> bool:
    return level >= REQUIRED_ROLE[permission]


def check_grantable(level: int, granter_level: int) -> Role:
    """Returns the role of `level`; raises unless it is a staff role, and at most the granter's own."""
    if level not in set(STAFF_ROLES):
        raise Invalid("level", "must be Mod, Editor, Admin or Owner")
    if level > granter_level:
        raise Invalid("level", "is above your own role")
    return Role(level)
