"""Licences of data: common ones by their SPDX identifier, with their addresses. Any other text is a
licence, too."""

import re
from collections.abc import Mapping

CREATIVE_COMMONS = "https://creativecommons.org"
LICENCES: Mapping[str, str] = {
    "CC-BY-4.0": f"{CREATIVE_COMMONS}/licenses/by/4.0/",
    "CC-BY-SA-4.0": f"{CREATIVE_COMMONS}/licenses/by-sa/4.0/",
    "CC-BY-NC-4.0": f"{CREATIVE_COMMONS}/licenses/by-nc/4.0/",
    "CC-BY-NC-SA-4.0": f"{CREATIVE_COMMONS}/licenses/by-nc-sa/4.0/",
    "CC-BY-ND-4.0": f"{CREATIVE_COMMONS}/licenses/by-nd/4.0/",
    "CC0-1.0": f"{CREATIVE_COMMONS}/publicdomain/zero/1.0/",
    "PDDL-1.0": "https://opendatacommons.org/licenses/pddl/1-0/",
    "ODC-By-1.0": "https://opendatacommons.org/licenses/by/1-0/",
    "ODbL-1.0": "https://opendatacommons.org/licenses/odbl/1-0/",
    "CDLA-Permissive-2.0": "https://cdla.dev/permissive-2-0/",
    "Apache-2.0": "https://www.apache.org/licenses/LICENSE-2.0",
    "MIT": "https://opensource.org/license/mit",
}
ADDRESS = re.compile(r"https?://[^\s<>\"]+")


def address_of(licence: str) -> str:
    """Return the address of a licence: of a common one, or the first in its text; else nothing.

    >>> address_of("CC0-1.0"), address_of("Our terms, https://example.org/terms.")
    ('https://creativecommons.org/publicdomain/zero/1.0/', 'https://example.org/terms')
    >>> address_of("Ask us")
    ''
    """
    found = ADDRESS.search(licence)
    return LICENCES.get(licence) or (found[0].rstrip(".,;)") if found else "")
