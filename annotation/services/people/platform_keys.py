"""Prolific's published keys, or keys entered by the operator."""

from django.conf import settings

from annotation.services.published_keys import Keys

keys = Keys(lambda: settings.PLATFORM_KEYS_URL, lambda: settings.PLATFORM_KEYS)
