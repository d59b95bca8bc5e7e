"""Users, channels, connected platforms and the leases of processes."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, SortText, UtcDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


# long-because: one migration is one list of tables.
def upgrade() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("display_name", sa.String(length=40), nullable=False),
        sa.Column("sort_name", SortText(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_channels"),
    )
    op.create_index("ix_channels_sort_name_id", "channels", ["sort_name", "id"], unique=False)
    op.create_table(
        "credentials",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("provider_user_id", sa.String(length=100), nullable=False),
        sa.Column("login", sa.String(length=100), nullable=False),
        sa.Column("display_name", sa.String(length=100), nullable=False),
        sa.Column("avatar_url", sa.String(length=500), nullable=False),
        sa.Column("scopes", JsonType(), nullable=False),
        sa.Column("locked_access_token", sa.String(), nullable=False),
        sa.Column("locked_refresh_token", sa.String(), nullable=True),
        sa.Column("expires_at", UtcDateTime(), nullable=True),
        sa.Column("is_dead", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_credentials"),
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_leases"),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("username", sa.String(length=64), nullable=False),
        sa.Column("display_name", sa.String(length=100), nullable=False),
        sa.Column("avatar_url", sa.String(length=500), nullable=False),
        sa.Column("is_operator", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("username", name="uq_users_username"),
    )
    op.create_table(
        "channel_invites",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("created_by_id", sa.Uuid(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("used_by_id", sa.Uuid(), nullable=True),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_channel_invites_channel_id_channels", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["created_by_id"], ["users.id"], name="fk_channel_invites_created_by_id_users", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["used_by_id"], ["users.id"], name="fk_channel_invites_used_by_id_users", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_channel_invites"),
    )
    op.create_index("ix_channel_invites_channel_id", "channel_invites", ["channel_id"], unique=False)
    op.create_index("ix_channel_invites_created_by_id", "channel_invites", ["created_by_id"], unique=False)
    op.create_index("ix_channel_invites_used_by_id", "channel_invites", ["used_by_id"], unique=False)
    op.create_table(
        "channel_providers",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("provider_channel_id", sa.String(length=100), nullable=False),
        sa.Column("provider_channel_name", sa.String(length=100), nullable=False),
        sa.Column("credential_id", sa.Uuid(), nullable=False),
        sa.Column("bot_credential_id", sa.Uuid(), nullable=True),
        sa.Column("connected_by_id", sa.Uuid(), nullable=True),
        sa.Column("connected_at", UtcDateTime(), nullable=False),
        sa.Column("live_stream_id", sa.String(length=100), nullable=True),
        sa.Column("is_live", sa.Boolean(), nullable=False),
        sa.Column("live_since", UtcDateTime(), nullable=True),
        sa.Column("title", sa.String(length=200), nullable=True),
        sa.Column("category", sa.String(length=200), nullable=True),
        sa.Column("last_event_at", UtcDateTime(), nullable=True),
        sa.Column("connection_state", sa.String(length=20), nullable=False),
        sa.Column("connection_detail", sa.String(length=300), nullable=False),
        sa.Column("connection_since", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["bot_credential_id"], ["credentials.id"], name="fk_channel_providers_bot_credential_id_credentials"
        ),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_channel_providers_channel_id_channels", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["connected_by_id"], ["users.id"], name="fk_channel_providers_connected_by_id_users", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["credential_id"], ["credentials.id"], name="fk_channel_providers_credential_id_credentials"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_channel_providers"),
        sa.UniqueConstraint(
            "provider", "provider_channel_id", name="uq_channel_providers_provider_provider_channel_id"
        ),
    )
    op.create_index("ix_channel_providers_bot_credential_id", "channel_providers", ["bot_credential_id"], unique=False)
    op.create_index("ix_channel_providers_channel_id", "channel_providers", ["channel_id"], unique=False)
    op.create_index("ix_channel_providers_connected_by_id", "channel_providers", ["connected_by_id"], unique=False)
    op.create_index("ix_channel_providers_credential_id", "channel_providers", ["credential_id"], unique=False)
    op.create_index(
        "ix_channel_providers_provider_name", "channel_providers", ["provider", "provider_channel_name"], unique=False
    )
    op.create_table(
        "channel_users",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_channel_users_channel_id_channels", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_channel_users_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("channel_id", "user_id", name="pk_channel_users"),
    )
    op.create_index("ix_channel_users_user_id", "channel_users", ["user_id"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("browser", sa.String(length=100), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("last_seen_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_sessions_user_id_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("token_hash", name="uq_sessions_token_hash"),
    )
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"], unique=False)
    op.create_index("ix_sessions_user_id", "sessions", ["user_id"], unique=False)
    op.create_table(
        "sign_in_identities",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("provider_user_id", sa.String(length=100), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_sign_in_identities_user_id_users", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_sign_in_identities"),
        sa.UniqueConstraint("provider", "provider_user_id", name="uq_sign_in_identities_provider_provider_user_id"),
    )
    op.create_index("ix_sign_in_identities_user_id", "sign_in_identities", ["user_id"], unique=False)
    op.create_table(
        "system_bots",
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("credential_id", sa.Uuid(), nullable=False),
        sa.Column("connected_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["credential_id"], ["credentials.id"], name="fk_system_bots_credential_id_credentials"),
        sa.PrimaryKeyConstraint("provider", name="pk_system_bots"),
    )
    op.create_table(
        "user_providers",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("provider_user_id", sa.String(length=100), nullable=False),
        sa.Column("credential_id", sa.Uuid(), nullable=False),
        sa.Column("connected_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["credential_id"], ["credentials.id"], name="fk_user_providers_credential_id_credentials"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_user_providers_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_user_providers"),
        sa.UniqueConstraint("provider", "provider_user_id", name="uq_user_providers_provider_provider_user_id"),
        sa.UniqueConstraint("user_id", "provider", name="uq_user_providers_user_id_provider"),
    )
    op.create_index("ix_user_providers_credential_id", "user_providers", ["credential_id"], unique=False)
    op.create_table(
        "user_settings",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("data", JsonType(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_user_settings_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", name="pk_user_settings"),
    )
    op.create_table(
        "oauth_states",
        sa.Column("state_hash", sa.String(length=64), nullable=False),
        sa.Column("browser_hash", sa.String(length=64), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("session_id", sa.Uuid(), nullable=True),
        sa.Column("channel_id", sa.Uuid(), nullable=True),
        sa.Column("channel_provider_id", sa.Uuid(), nullable=True),
        sa.Column("redirect_to", sa.String(length=2000), nullable=False),
        sa.Column("locked_code_verifier", sa.String(), nullable=True),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_oauth_states_channel_id_channels", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["channel_provider_id"],
            ["channel_providers.id"],
            name="fk_oauth_states_channel_provider_id_channel_providers",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name="fk_oauth_states_session_id_sessions", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_oauth_states_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("state_hash", name="pk_oauth_states"),
    )
    op.create_index("ix_oauth_states_channel_id", "oauth_states", ["channel_id"], unique=False)
    op.create_index("ix_oauth_states_channel_provider_id", "oauth_states", ["channel_provider_id"], unique=False)
    op.create_index("ix_oauth_states_expires_at", "oauth_states", ["expires_at"], unique=False)
    op.create_index("ix_oauth_states_session_id", "oauth_states", ["session_id"], unique=False)
    op.create_index("ix_oauth_states_user_id", "oauth_states", ["user_id"], unique=False)


def downgrade() -> None:
    op.drop_table("oauth_states")
    op.drop_table("user_settings")
    op.drop_table("user_providers")
    op.drop_table("system_bots")
    op.drop_table("sign_in_identities")
    op.drop_table("sessions")
    op.drop_table("channel_users")
    op.drop_table("channel_providers")
    op.drop_table("channel_invites")
    op.drop_table("users")
    op.drop_table("leases")
    op.drop_table("credentials")
    op.drop_table("channels")
