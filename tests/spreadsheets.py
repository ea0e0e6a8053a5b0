"""Files for spreadsheets, opened as a spreadsheet opens them."""

import csv
import io


def lines_of(file: str, *, separator: str = ",") -> list[dict[str, str]]:
    """Read the lines of a file that begins with its byte-order mark."""
    assert file[0] == "\ufeff"
    return list(csv.DictReader(io.StringIO(file[1:]), delimiter=separator))
