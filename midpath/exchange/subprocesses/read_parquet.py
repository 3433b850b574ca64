"""Write the rows of a Parquet file as JSON lines: a script, run by `runner.py`.

The file comes on standard input. Only the requested columns are written, or all if none are named,
with names in lower case.
Lists stay lists, times are ISO 8601 text, and NaN is null. A float without decimals is written as
an integer, because pandas stores integers with gaps as floats."""

import io
import json
import math
import os
import resource
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import NoReturn, TypedDict

os.environ["ARROW_DEFAULT_MEMORY_POOL"] = "system"  # other pools reserve more than they need

import pyarrow as pa
import pyarrow.parquet as pq

REFUSED = 3
ROWS_AT_ONCE = 500
MAX_GROUPS = 10_000
LARGEST_WHOLE = 2**53
TOO_MUCH = "The Parquet file needs too much memory. Convert it to JSON lines or CSV."


class Limits(TypedDict):
    """The columns to read, by names in lower case, None for all, and the largest sizes."""

    columns: Sequence[str] | None
    most_columns: int
    most_rows: int
    most_unpacked: int
    most_characters: int


def end(said: bytes, code: int) -> NoReturn:
    """Exit at once: a normal exit waits for Arrow's threads, some of which abort the process."""
    sys.stdout.buffer.write(said)
    sys.stdout.flush()
    os._exit(code)


def refuse(message: str) -> NoReturn:
    end(message.encode("utf-8", "replace"), REFUSED)


def main() -> None:
    limits = json.loads(sys.argv[1])
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    resource.setrlimit(resource.RLIMIT_AS, (limits["memory"], limits["memory"]))
    resource.setrlimit(resource.RLIMIT_CPU, (limits["seconds"], limits["seconds"]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        written = as_json_lines(sys.stdin.buffer.read(), limits)
    except MemoryError:
        refuse(TOO_MUCH)
    except Exception as error:  # noqa: BLE001 - a broken file fails in any way
        refuse(trouble(error))
    end(written, 0)


def trouble(error: Exception) -> str:
    said = " ".join(f"{type(error).__name__}: {error}".split())[:120]
    if "temporarily unavailable" in said:  # there was not enough memory for a thread
        return TOO_MUCH
    return (
        f"The Parquet file is broken ({said}). Write it again, or convert it to JSON lines or CSV."
    )


def as_json_lines(body: bytes, limits: Limits) -> bytes:
    file = pq.ParquetFile(io.BytesIO(body))
    names = wanted(file, limits)
    require_size(file.metadata, {*names.values()}, limits)
    out = io.BytesIO()
    # The first row names the other columns, so that its reader can say that they are not read.
    others = dict.fromkeys(set(file.schema_arrow.names).difference(names.values()))
    features = features_of(file)
    for row in rows_of(file, [*names.values()]):
        given = {name: named(row[column], features.get(column)) for name, column in names.items()}
        cells = {**others, **given}
        others = {}
        line = json.dumps(cells, ensure_ascii=False, default=str)
        out.write(line.encode("utf-8", "surrogatepass") + b"\n")
        if out.tell() > limits["most_characters"]:
            refuse(
                f"The Parquet file contains more than {limits['most_characters'] // 2**20} MB of "
                "text. Split it into several files."
            )
    return out.getvalue()


def wanted(file: pq.ParquetFile, limits: Limits) -> dict[str, str]:
    """Return the columns to read, by their names in lower case."""
    names = file.schema_arrow.names
    if len(names) > limits["most_columns"]:
        refuse(
            f"The Parquet file has {len(names):,} columns; at most {limits['most_columns']:,} are "
            "taken. Leave some out."
        )
    found: dict[str, str] = {}
    for name in names:
        plain = name.strip().lower()
        if limits["columns"] is not None and plain not in limits["columns"]:
            continue
        if plain in found:
            refuse(f"Two columns are named {plain}. Give each a unique name.")
        if is_bytes(file.schema_arrow.field(name).type):
            refuse(f"The column {plain} contains bytes. Write it as text, or leave it out.")
        found[plain] = name
    return found


def features_of(file: pq.ParquetFile) -> Mapping[str, object]:
    """Return the features of the columns of a Hugging Face dataset, which name classes."""
    try:
        found = json.loads((file.schema_arrow.metadata or {})[b"huggingface"])["info"]["features"]
    except (KeyError, TypeError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def named(value: object, feature: object) -> object:
    """Return a value with the names of its classes instead of their numbers."""
    if isinstance(feature, list):
        feature = {"feature": feature[0]} if feature else None
    if not isinstance(feature, dict) or value is None:
        return value
    names = feature.get("names")
    if feature.get("_type") == "ClassLabel" and isinstance(names, list):
        known = isinstance(value, int) and 0 <= value < len(names)
        return names[value] if known and isinstance(value, int) else value
    inner = feature.get("feature", feature)
    if isinstance(value, list):
        return [named(one, inner) for one in value]
    if isinstance(value, dict):
        kinds = inner if isinstance(inner, dict) else {}
        return {name: named_each(one, kinds.get(name)) for name, one in value.items()}
    return value


def named_each(value: object, feature: object) -> object:
    """Return the values of a list that a dataset declares by the feature of one of them."""
    is_class = isinstance(feature, dict) and feature.get("_type") == "ClassLabel"
    return named(value, {"feature": feature} if is_class and isinstance(value, list) else feature)


def is_bytes(kind: pa.DataType) -> bool:
    """Return whether a column contains bytes, also in lists and in fields of its fields."""
    if pa.types.is_struct(kind):
        return any(is_bytes(field.type) for field in kind)
    if pa.types.is_map(kind):
        return is_bytes(kind.key_type) or is_bytes(kind.item_type)
    if hasattr(kind, "value_type"):  # lists and dictionaries
        return is_bytes(kind.value_type)
    return bool(
        pa.types.is_binary(kind)
        or pa.types.is_large_binary(kind)
        or pa.types.is_fixed_size_binary(kind)
    )


def require_size(metadata: pq.FileMetaData, columns: set[str], limits: Limits) -> None:
    """Refuse a file whose metadata states too large a size. If it states none, memory and time
    limits apply."""
    if metadata.num_row_groups > MAX_GROUPS:
        refuse(f"The Parquet file has more than {MAX_GROUPS:,} row groups. Write it with fewer.")
    if metadata.num_rows > limits["most_rows"]:
        refuse(
            f"The Parquet file has {metadata.num_rows:,} rows; at most {limits['most_rows']:,} are "
            "taken. Split it into several files."
        )
    unpacked = 0
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        chunks = map(group.column, range(group.num_columns))
        unpacked += sum(
            one.total_uncompressed_size
            for one in chunks
            if one.path_in_schema.partition(".")[0] in columns
        )
    if unpacked > limits["most_unpacked"]:
        refuse(
            f"The Parquet file unpacks to more than {limits['most_unpacked'] // 2**20} MB. "
            "Split it into several files."
        )


def rows_of(file: pq.ParquetFile, columns: list[str]) -> Iterator[dict[str, object]]:
    batches = file.iter_batches(batch_size=ROWS_AT_ONCE, columns=columns, use_threads=False)
    for batch in batches:
        for row in batch.to_pylist():
            yield {name: plain(value) for name, value in row.items()}


def plain(value: object) -> object:
    """Return a value as JSON represents it."""
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        return int(value) if value.is_integer() and abs(value) < LARGEST_WHOLE else value
    if isinstance(value, list | tuple):  # a tuple is an entry of a map
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return value.isoformat() if hasattr(value, "isoformat") else value


if __name__ == "__main__":
    main()
