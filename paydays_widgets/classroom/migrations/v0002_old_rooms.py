"""On how many days a room has been seen to be old, and when last."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the two columns."""
    op.add_column("rooms", sa.Column("old_days", sa.Integer, nullable=False, server_default="0"))
    op.add_column("rooms", sa.Column("old_on", sa.Integer))
