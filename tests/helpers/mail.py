"""A small mail server, which accepts mails, refuses them, or hangs up."""

import email
import email.policy
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any

from pytest_django.fixtures import Settings


@dataclass
class MailServer:
    """The server's behaviour for the next mails, and the accepted mails."""

    port: int = 0
    disconnects: bool = False
    unknown: set[str] = field(default_factory=set)
    taken: list[EmailMessage] = field(default_factory=list)


@contextmanager
def mail_server(settings: Settings) -> Iterator[MailServer]:
    """Start a mail server and let Django send mail through it."""
    inbox = MailServer()

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            if inbox.disconnects:
                return
            self.say("220 ready")
            for line in iter(self.rfile.readline, b""):
                self.answer(line.decode().strip())

        def answer(self, line: str) -> None:
            word = line.partition(" ")[0].upper()
            if word == "RCPT" and any(one in line for one in inbox.unknown):
                self.say("550 nobody here by that name")
            elif word == "DATA":
                self.say("354 go on")
                body = b"".join(iter(self.rfile.readline, b".\r\n"))
                read: Any = email.message_from_bytes(body, policy=email.policy.default)
                inbox.taken.append(read)
                self.say("250 taken")
            else:
                self.say("250 yes")

        def say(self, line: str) -> None:
            self.wfile.write(line.encode() + b"\r\n")

    with ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, daemon=True).start()
        inbox.port = server.server_address[1]
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", inbox.port
        yield inbox
        server.shutdown()
