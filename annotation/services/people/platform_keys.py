"""The published keys of Prolific, or those that whoever runs the server pasted."""

from django.conf import settings

from annotation.services.published_keys import Keys

keys = Keys(lambda: settings.PLATFORM_KEYS_URL, lambda: settings.PLATFORM_KEYS)
