"""Cells that a spreadsheet would take for a formula, and what keeps it from that."""

# Those of full width too: where East Asian text is typed, spreadsheets read them as the others.
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")


def harmless(cell: str) -> str:
    """Return the cell with an apostrophe before what looks like a formula, which `as_meant` takes
    away again.

    >>> harmless("=1+1"), harmless("1 = 1"), as_meant(harmless("'=1+1"))
    ("'=1+1", '1 = 1', "'=1+1")
    """
    return f"'{cell}" if cell.lstrip("'").startswith(FORMULA) else cell


def as_meant(cell: str) -> str:
    """Return the cell as it was before `harmless`."""
    rest = cell[1:]
    return rest if cell.startswith("'") and rest.lstrip("'").startswith(FORMULA) else cell
