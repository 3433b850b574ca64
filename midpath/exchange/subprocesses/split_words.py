"""Split texts into words by the dictionaries of ICU: a script, run by `runner.py`.

Standard input is a JSON list of words without spaces; the output is the list of their parts."""

import json
import resource
import sys

from icu4py.breakers import WordBreaker

PORTION = 1000


def main() -> None:
    arguments = json.loads(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_AS, (arguments["memory"], arguments["memory"]))
    resource.setrlimit(resource.RLIMIT_CPU, (arguments["seconds"], arguments["seconds"]))
    words = json.load(sys.stdin.buffer)
    portions = [words[at : at + PORTION] for at in range(0, len(words), PORTION)]
    parts = [parts for portion in portions for parts in divided(portion)]
    sys.stdout.buffer.write(json.dumps(parts).encode())


def divided(words: list[str]) -> list[list[str]]:
    """Return the parts of each word. All are split in one run, as starting ICU for each would take
    most of the time; there is always a boundary at an end of line."""
    found: list[list[str]] = [[]]
    for part in WordBreaker("\n".join(words), "und"):
        if part == "\n":
            found.append([])
        else:
            found[-1].append(part)
    return found


if __name__ == "__main__":
    main()
