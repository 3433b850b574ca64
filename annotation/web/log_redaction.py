"""Redact secrets from logs: the tokens in links of mails and invitations. With such a token, anyone
who reads the log could open an account or join a project before its owner does.

This covers access logs (gunicorn.conf.py) and Django's own log, which includes the paths of refused
requests; proxy/nginx.conf has the same list."""

import logging
import re

SECRET = re.compile(r"(/account/(?:invitations|password/reset/key|addresses/confirm)/)\S+")


def without_secrets(text: str) -> str:
    return SECRET.sub(r"\1***", text)


class WithoutSecrets(logging.Filter):
    """Logging filter that redacts the addresses in each message."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_secrets(record.getMessage()), ()
        return True
