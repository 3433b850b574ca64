"""Access to the typologies of the reader's projects."""

from addons.typology.models import Typology
from annotation.research.common.jobs import job_finder

typology_for = job_finder(Typology)
