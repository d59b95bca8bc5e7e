"""Every table there is, gathered for the migrations."""

from greenroom.chat import models as chat
from greenroom.chat import notes, versions
from greenroom.features.attendance import models as attendance
from greenroom.features.command_templates import models as command_templates
from greenroom.features.commands import models as commands
from greenroom.features.filters import models as filters
from greenroom.features.quotes import models as quotes
from greenroom.features.sending import models as sending
from greenroom.features.timers import models as timers
from greenroom.features.variables import models as variables
from greenroom.features.viewers import models as viewers
from greenroom.kernel import leases
from greenroom.kernel.db import Table
from greenroom.tenancy.channel_providers import models as channel_providers
from greenroom.tenancy.channels import models as channels
from greenroom.tenancy.credentials import models as credentials
from greenroom.tenancy.invites import models as invites
from greenroom.tenancy.oauth import models as oauth
from greenroom.tenancy.sessions import models as sessions
from greenroom.tenancy.system_bots import models as system_bots
from greenroom.tenancy.user_providers import models as user_providers
from greenroom.tenancy.users import models as users

MODULES = (
    leases,
    notes,
    attendance,
    chat,
    channel_providers,
    channels,
    command_templates,
    commands,
    credentials,
    filters,
    invites,
    oauth,
    quotes,
    sending,
    sessions,
    system_bots,
    timers,
    user_providers,
    users,
    variables,
    versions,
    viewers,
)

metadata = Table.metadata


OF_ONE_DATABASE = ("chat_search", "ix_chat_search", "uq_chat_messages", "ix_chat_messages_viewer")


def is_described(name: str | None, _kind: object, _within: object) -> bool:
    """False of what the models cannot say: each database has its own way of finding words, and lines, in the chat."""
    return name is None or not name.startswith(OF_ONE_DATABASE)
