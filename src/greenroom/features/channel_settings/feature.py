from greenroom.feature import Feature, Services
from greenroom.features.channel_settings import service
from greenroom.features.channel_settings.schemas import ChannelEntry
from greenroom.portable.settings_section import SettingsSection


def feature(_: Services) -> Feature:
    section = SettingsSection(service.SECTION, service.TITLE, ChannelEntry, service.read_entry, service.write_entry)
    return Feature(name="channel_settings", routes=("greenroom.features.channel_settings.routes",), sections=(section,))
