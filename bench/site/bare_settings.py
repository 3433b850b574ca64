"""Midpath's settings, reduced to the one view of bench/site/bare.py."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "bench.site.bare"
