"""Every table there is, gathered for the migrations."""

from greenroom.chat import notes
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
    channel_providers,
    channels,
    credentials,
    invites,
    oauth,
    sessions,
    system_bots,
    user_providers,
    users,
)

metadata = Table.metadata
