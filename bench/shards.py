"""Ten million annotations counted in shards by real Celery workers, and in one run."""

from pickle import dumps
from time import perf_counter

from agreement.counting import Kind, count_arrays
from agreement.simulation import simulate
from agreement.tally import Tally
from bench.server import CELERY_PROCESSES, celery
from tasks.shards import reduce_simulated

ANNOTATIONS, SHARDS = 10**7, 20


def main() -> None:
    each = ANNOTATIONS // SHARDS
    print(f"{ANNOTATIONS:,} simulated annotations, {SHARDS} shards, {CELERY_PROCESSES} processes")
    print(f"{'kind':<8}{'in shards':>12}{'one run':>12}{'state, bytes':>15}   equal")
    with celery() as queue:
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


if __name__ == "__main__":
    main()
