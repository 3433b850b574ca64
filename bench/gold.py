"""Write the gold of a campaign and discard it: python -m bench.gold CAMPAIGN

It runs in a separate process, to measure its memory alone. It prints the seconds, the processor
seconds, and in megabytes the size, and the peak memory before and after.
"""

import json
import os
import sys
from importlib import import_module
from time import perf_counter, process_time

import django

from bench.stream import megabytes


def main(campaign_id: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    pouring = import_module("bench.inflow")  # has models, so not before Django is set up
    before = megabytes()
    begun, worked = perf_counter(), process_time()
    size = pouring.pour_gold(campaign_id)
    took = perf_counter() - begun, process_time() - worked
    print(json.dumps([*took, size / 1e6, before, megabytes()]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
