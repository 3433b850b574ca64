"""The stack's proxy in front of a benchmark server."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings

from bench.site.server import stop, wait_for_port
from embedded.redis import free_port

PROGRAM = shutil.which("nginx") or "/usr/sbin/nginx"


def there_is_a_proxy() -> bool:
    return Path(PROGRAM).exists()


@contextmanager
def proxy(web: int) -> Iterator[int]:
    """Yield the port of an nginx in front of the server at that port; its files are removed at the
    end."""
    port = free_port()
    with TemporaryDirectory() as folder:
        text = (settings.BASE_DIR / "proxy" / "nginx.conf").read_text()
        for shipped, here in (
            ("set $web web:8000;", f"set $web 127.0.0.1:{web};"),
            ("listen 8080;", f"listen 127.0.0.1:{port};"),
            ("/tmp/", f"{folder}/"),  # noqa: S108
            ("/dev/stdout", f"{folder}/access.log"),
            ("/dev/stderr", f"{folder}/error.log"),
        ):
            text = text.replace(shipped, here)
        configuration = Path(folder) / "nginx.conf"
        configuration.write_text(text)
        user = "user root; " if os.geteuid() == 0 else ""
        process = subprocess.Popen(
            [PROGRAM, "-c", str(configuration), "-g", f"daemon off; {user}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for_port(port)
            yield port
        finally:
            stop(process)
