"""Settings of points as a section of the channel's file."""

from greenroom.accounts.access.rules import Permission
from greenroom.channel_file.settings_section import SettingsSection
from greenroom.features.points import service
from greenroom.features.points.schemas import PointSettingsFields


def points_section() -> SettingsSection[PointSettingsFields]:
    return SettingsSection(
        *service.SECTION,
        PointSettingsFields,
        service.get_settings,
        service.change_settings,
        permission=Permission.GAMBLING_MANAGE,
        read_permission=Permission.GAMBLING_READ,
    )
