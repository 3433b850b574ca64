"""The settings of Prolific, with their defaults."""

from collections.abc import Mapping

SETTINGS: Mapping[str, str] = {
    # The address of Prolific's API, for projects that have a token for it.
    "MIDPATH_PROLIFIC_API": "https://api.prolific.com",
}
