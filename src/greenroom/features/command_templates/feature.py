"""What app.py reads of this feature."""

from greenroom.features.command_templates import routes

ROUTERS = (routes.router,)
# A hundred commands with ten answers each.
LARGE_BODIES = {r"/admin/command-templates(?:/[^/]+)?": 4 * 2**20}
