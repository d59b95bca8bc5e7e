from greenroom.feature import Parts, Services
from greenroom.features.command_templates.models import CommandTemplate


def parts(_: Services) -> Parts:
    return Parts(tables=(CommandTemplate,))
