"""Ten million annotations counted in shards by real Celery workers, and in one run."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from pickle import dumps
from time import perf_counter
from uuid import uuid4

from django.conf import settings

from agreement.counting import Kind, count_arrays
from agreement.simulation import simulate
from agreement.tally import Tally
from tasks.shards import reduce_simulated

ANNOTATIONS, SHARDS = 10**7, 20
WORKERS = 2


def main() -> None:
    each = ANNOTATIONS // SHARDS
    print(f"{ANNOTATIONS:,} simulated annotations, {SHARDS} shards, {WORKERS} worker processes")
    print(f"{'kind':<8}{'in shards':>12}{'one run':>12}{'state, bytes':>15}   equal")
    with workers() as queue:
        reduce_simulated("flat", 1000, 1, queue=queue)  # the workers are up
        for kind in ("flat", "nested"):
            start = perf_counter()
            sharded = reduce_simulated(kind, each, SHARDS, queue=queue)
            mid = perf_counter()
            whole = one_run(kind, each)
            end = perf_counter()
            print(
                f"{kind:<8}{mid - start:>10.1f} s{end - mid:>10.1f} s{len(dumps(whole)):>15,}"
                f"   {sharded == whole}",
                flush=True,
            )


def one_run(kind: Kind, each: int) -> Tally:
    """The same annotations one shard after the other, so memory does not grow with them."""
    return Tally.total(count_arrays(kind, *simulate(kind, each, shard)) for shard in range(SHARDS))


@contextmanager
def workers() -> Iterator[str]:
    """Real worker processes on a queue of their own."""
    queue = f"shards-{uuid4().hex[:8]}"
    options = ["-A", "config", "worker", "-Q", queue, "--concurrency", str(WORKERS)]
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", *options, "--loglevel", "ERROR", "--hostname", queue],
        cwd=Path(settings.BASE_DIR),
        env=dict(os.environ),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield queue
    finally:
        process.terminate()
        process.wait(30)


if __name__ == "__main__":
    main()
