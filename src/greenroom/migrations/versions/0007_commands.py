"""Commands, their settings and cooldowns, and the result of each use."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, SortText, UtcDateTime

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _commands()
    _names()
    _cooldowns()
    _uses()
    op.create_table(
        "command_settings",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("chat_management", sa.String(length=20), nullable=False),
        _of_channel("command_settings"),
        sa.PrimaryKeyConstraint("channel_id", name="pk_command_settings"),
    )


def _of_channel(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_channel_id_channels"
    return sa.ForeignKeyConstraint(["channel_id"], ["channels.id"], name=name, ondelete="CASCADE")


def _commands() -> None:
    op.create_table(
        "commands",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("cmds", JsonType(), nullable=False),
        sa.Column("sort_name", SortText(), nullable=False),
        sa.Column("patterns", JsonType(), nullable=False),
        sa.Column("pattern_steps", sa.Integer(), nullable=False),
        sa.Column("description", sa.String(length=500), nullable=False),
        sa.Column("responses", JsonType(), nullable=False),
        sa.Column("pick", sa.String(length=20), nullable=False),
        sa.Column("response_type", sa.String(length=20), nullable=False),
        sa.Column("access_level", sa.Integer(), nullable=False),
        sa.Column("providers", JsonType(), nullable=False),
        sa.Column("global_cooldown", sa.Integer(), nullable=False),
        sa.Column("chatter_cooldown", sa.Integer(), nullable=False),
        sa.Column("mods_skip_cooldown", sa.Boolean(), nullable=False),
        sa.Column("active_mode", sa.String(length=20), nullable=False),
        sa.Column("group_name", sa.String(length=50), nullable=False),
        sa.Column("is_enabled", sa.Boolean(), nullable=False),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("is_starter", sa.Boolean(), nullable=False),
        sa.Column("search_text", sa.Text(), nullable=False),
        sa.Column("public_text", sa.Text(), nullable=False),
        sa.Column("use_count", sa.Integer(), nullable=False),
        sa.Column("last_used_at", UtcDateTime(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("created_by", sa.String(length=100), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("updated_by", sa.String(length=100), nullable=False),
        _of_channel("commands"),
        sa.PrimaryKeyConstraint("id", name="pk_commands"),
    )
    op.create_index("ix_commands_channel_sort_name", "commands", ["channel_id", "sort_name", "id"])


def _names() -> None:
    op.create_table(
        "command_names",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("name", SortText(), nullable=False),
        sa.Column("command_id", sa.Uuid(), nullable=False),
        _of_channel("command_names"),
        sa.ForeignKeyConstraint(
            ["command_id"], ["commands.id"], name="fk_command_names_command_id_commands", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("channel_id", "name", name="pk_command_names"),
    )
    op.create_index("ix_command_names_command_id", "command_names", ["command_id"])


def _cooldowns() -> None:
    op.create_table(
        "command_cooldowns",
        sa.Column("command_id", sa.Uuid(), nullable=False),
        sa.Column("who", sa.String(length=130), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("ends_at", UtcDateTime(), nullable=False),
        _of_channel("command_cooldowns"),
        sa.PrimaryKeyConstraint("command_id", "who", name="pk_command_cooldowns"),
    )
    op.create_index("ix_command_cooldowns_channel_id", "command_cooldowns", ["channel_id"])
    op.create_index("ix_command_cooldowns_ends_at", "command_cooldowns", ["ends_at"])


def _uses() -> None:
    op.create_table(
        "command_uses",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("command_id", sa.Uuid(), nullable=False),
        sa.Column("command_name", sa.String(length=50), nullable=False),
        sa.Column("connection_id", sa.Uuid(), nullable=False),
        sa.Column("message_id", sa.String(length=200), nullable=False),
        sa.Column("verdict", sa.String(length=20), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        _of_channel("command_uses"),
        sa.PrimaryKeyConstraint("id", name="pk_command_uses"),
    )
    op.create_index("ix_command_uses_message", "command_uses", ["channel_id", "message_id", "connection_id"])
    op.create_index("ix_command_uses_created_at", "command_uses", ["created_at"])


def downgrade() -> None:
    for table in ("command_settings", "command_uses", "command_cooldowns", "command_names", "commands"):
        op.drop_table(table)
