from greenroom.feature import Feature, Services
from greenroom.features.command_templates.models import CommandTemplate

# Room for a hundred commands with ten responses each.
MAX_BODY_BYTES = 4 * 2**20


def feature(_: Services) -> Feature:
    return Feature(
        name="command_templates",
        routes=("greenroom.features.command_templates.routes",),
        body_limits={r"/admin/command-templates(?:/[^/]+)?": MAX_BODY_BYTES},
        tables=(CommandTemplate,),
    )
