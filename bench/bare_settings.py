"""Midpath's settings with nothing around the one view of bench/bare.py."""

from config.settings import *  # noqa: F403
from config.settings import MIDDLEWARE

ROOT_URLCONF = "bench.bare"
MIDDLEWARE.clear()
