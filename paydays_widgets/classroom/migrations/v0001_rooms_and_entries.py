"""The rooms, and what happened in each."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "rooms",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("server", sa.Text),
        sa.Column("until", sa.BigInteger),
        sa.Column("old_days", sa.Integer, nullable=False, server_default="0"),
        sa.Column("old_on", sa.Integer),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "entries",
        sa.Column(
            "room", sa.Integer, sa.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
