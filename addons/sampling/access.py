"""Access to the samples of the reader's projects."""

from addons.sampling.models import Sample
from annotation.research.common.jobs import job_finder

sample_for = job_finder(Sample)
