"""The files of campaigns, told by scheme for docs/api.md."""

from collections.abc import Iterable

from analysis.exports.registry import IN_COMMON
from analysis.schemes import ANALYSES


def files_told() -> str:
    """Return a table of the names of files, by the schemes that have them."""
    lines = [f"| `{name}` | {_listed(analysis.exports)} |" for name, analysis in ANALYSES.items()]
    common = f"| all of these | {_listed(IN_COMMON)} |"
    return "\n".join(["| scheme | files |", "|---|---|", *sorted(lines), common])


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
