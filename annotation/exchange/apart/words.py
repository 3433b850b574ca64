"""Divide texts into words by the dictionaries of ICU: a script, run by `process.py`.

A list of texts comes as JSON on standard input, and the list of their parts goes out."""

import json
import resource
import sys

from icu4py.breakers import WordBreaker


def main() -> None:
    asked = json.loads(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_AS, (asked["memory"], asked["memory"]))
    resource.setrlimit(resource.RLIMIT_CPU, (asked["seconds"], asked["seconds"]))
    texts = json.load(sys.stdin.buffer)
    parts = [list(WordBreaker(text, "und")) for text in texts]
    sys.stdout.buffer.write(json.dumps(parts).encode())


if __name__ == "__main__":
    main()
