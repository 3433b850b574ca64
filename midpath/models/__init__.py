"""The forms that the API takes and returns. Written by `make client`; do not edit.

Names that end in Input are forms that operations take, and names that end in Query are filters
of lists. Times are texts in ISO 8601, money is a decimal in a text. A server may return more."""

from midpath.models.a_workers_own import *  # noqa: F403
from midpath.models.annotation_sets import *  # noqa: F403
from midpath.models.archived_and_deleted import *  # noqa: F403
from midpath.models.campaigns import *  # noqa: F403
from midpath.models.common import *  # noqa: F403
from midpath.models.comparisons_with_gold import *  # noqa: F403
from midpath.models.datasets import *  # noqa: F403
from midpath.models.decisions import *  # noqa: F403
from midpath.models.models import *  # noqa: F403
from midpath.models.money import *  # noqa: F403
from midpath.models.other_names import *  # noqa: F403
from midpath.models.pairs_groups_and_function_words import *  # noqa: F403
from midpath.models.projects_members_and_tokens import *  # noqa: F403
from midpath.models.queries import *  # noqa: F403
from midpath.models.results import *  # noqa: F403
from midpath.models.results_parts import *  # noqa: F403
from midpath.models.snapshots import *  # noqa: F403
from midpath.models.studies_on_prolific import *  # noqa: F403
from midpath.models.webhooks import *  # noqa: F403
from midpath.models.workers_and_their_work import *  # noqa: F403
