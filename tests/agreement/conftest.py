"""No example's time is measured: on a busy machine it would say nothing of the code."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
