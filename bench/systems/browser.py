"""The requests of one person's browser to another system: one connection, with its cookies."""

import logging

import httpx

USER = "annotator@example.org"
PASSWORD = "correct horse battery staple"  # noqa: S105


# It logs each request.
logging.getLogger("httpx").setLevel(logging.WARNING)


def open_browser(port: int) -> httpx.Client:
    """Return a client that follows redirects and ends the program on an error."""
    return httpx.Client(
        base_url=f"http://127.0.0.1:{port}",
        event_hooks={"response": [refuse_errors]},
        follow_redirects=True,
        limits=httpx.Limits(max_connections=1),
        timeout=120,
    )


def refuse_errors(response: httpx.Response) -> None:
    if response.is_error:
        text = response.read().decode(errors="replace")[:2_000]
        raise SystemExit(f"{response.request.method} {response.url}: {response.status_code} {text}")
