from greenroom.accounts.access.rules import Permission
from greenroom.channel_file.settings_section import SettingsSection
from greenroom.feature import Feature, Services
from greenroom.features.channel_settings import service
from greenroom.features.channel_settings.schemas import PortableChannelSettings


def feature(_: Services) -> Feature:
    values = (service.SECTION, service.TITLE, PortableChannelSettings, service.read_entry, service.write_entry)
    section = SettingsSection(*values, permission=Permission.PLATFORMS_MANAGE, read_permission=Permission.CHANNEL_READ)
    return Feature(name="channel_settings", routes=("greenroom.features.channel_settings.routes",), sections=(section,))
