"""Several channels may connect an account by its handle, but only one of them with the consent of its owner."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0022"
branch_labels = None
depends_on = None

TABLE = "channel_providers"
OLD_UNIQUE = "uq_channel_providers_provider_provider_channel_id"
NEW_UNIQUE = "uq_channel_providers_channel_id_provider_provider_channel_id"
PROVEN = "uq_channel_providers_proven_account"
ACCOUNT = "ix_channel_providers_account"
NAME = "ix_channel_providers_provider_name"
KEY = ["provider", "provider_channel_id"]


def upgrade() -> None:
    # SQLite copies the table to change a constraint; the copy would lose this index, which has an expression.
    op.drop_index(NAME, TABLE)
    with op.batch_alter_table(TABLE) as table:
        table.add_column(sa.Column("is_proven", sa.Boolean(), server_default=sa.true(), nullable=False))
        table.drop_constraint(OLD_UNIQUE, type_="unique")
        table.create_unique_constraint(NEW_UNIQUE, ["channel_id", *KEY])
    op.create_index(NAME, TABLE, ["provider", sa.text("lower(provider_channel_name)")])
    op.create_index(ACCOUNT, TABLE, KEY)
    op.create_index(
        PROVEN,
        TABLE,
        KEY,
        unique=True,
        sqlite_where=sa.text("is_proven = 1"),
        postgresql_where=sa.text("is_proven"),
    )
    # A credential without tokens belongs to a typed handle, for which the account's owner has not given consent.
    op.execute(
        sa.text(
            "UPDATE channel_providers SET is_proven = :no WHERE credential_id IN"
            " (SELECT id FROM credentials WHERE locked_access_token = '')"
        ).bindparams(sa.bindparam("no", value=False, type_=sa.Boolean()))
    )


def downgrade() -> None:
    # The old constraint allows one connection of an account: the proven one stays, else the oldest.
    op.execute(
        "DELETE FROM channel_providers WHERE EXISTS (SELECT 1 FROM channel_providers AS other"
        " WHERE other.provider = channel_providers.provider"
        " AND other.provider_channel_id = channel_providers.provider_channel_id"
        " AND (other.is_proven > channel_providers.is_proven"
        " OR (other.is_proven = channel_providers.is_proven AND other.id < channel_providers.id)))"
    )
    for index in (PROVEN, ACCOUNT, NAME):
        op.drop_index(index, TABLE)
    with op.batch_alter_table(TABLE) as table:
        table.drop_constraint(NEW_UNIQUE, type_="unique")
        table.create_unique_constraint(OLD_UNIQUE, KEY)
        table.drop_column("is_proven")
    op.create_index(NAME, TABLE, ["provider", sa.text("lower(provider_channel_name)")])
