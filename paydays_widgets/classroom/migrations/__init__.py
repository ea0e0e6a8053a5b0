"""The versions of the store's database, one after the other.

Each module here leads from the version before it; :func:`upgrade` takes them in turn.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

if TYPE_CHECKING:
    from sqlalchemy import Connection

HERE = Path(__file__).parent


def read() -> ScriptDirectory:
    """Read the versions that the modules here lead to."""
    return ScriptDirectory(str(HERE), version_locations=[str(HERE)])


def upgrade(connection: "Connection", versions: ScriptDirectory) -> None:
    """Bring a database to the newest version, within the transaction of the connection."""

    def steps(now: Any, _: MigrationContext) -> Any:  # noqa: ANN401 - as Alembic has it
        return versions._upgrade_revs("head", now)  # noqa: SLF001 - as Alembic's guide has it

    context = MigrationContext.configure(connection, opts={"fn": steps})
    with Operations.context(context):
        context.run_migrations()
