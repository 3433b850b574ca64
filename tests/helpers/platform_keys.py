"""A stand-in for the address where Prolific publishes its keys, in its own process: `python -m
tests.helpers.platform_keys`. It prints its address, then answers by path: `/keys` with the keys
from its first argument, `/slow` drop by drop without end, `/large` with more than a client should
read, `/elsewhere` with a redirect, any other path with an error."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/elsewhere":
            self.send_response(302)
            self.send_header("Location", "/keys")
            self.end_headers()
            return
        self.send_response(200 if self.path in {"/keys", "/slow", "/large"} else 500)
        self.end_headers()
        if self.path == "/keys":
            self.wfile.write(sys.argv[1].encode())
        elif self.path == "/large":
            self.wfile.write(b" " * 1_000_000)
        elif self.path == "/slow":
            for _ in range(600):
                self.wfile.write(b" ")
                time.sleep(0.1)

    def log_message(self, *args: object) -> None:
        """Log nothing."""


@contextmanager
def published(keys: str) -> Iterator[str]:
    """Run the stand-in and yield its address."""
    command = [sys.executable, "-m", "tests.helpers.platform_keys", keys]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.kill()


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    sys.stdout.write(f"http://127.0.0.1:{server.server_address[1]}\n")
    sys.stdout.flush()
    server.serve_forever()
