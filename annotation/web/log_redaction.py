"""Redact secrets from logs: tokens in links of mails and invitations, API tokens, and everything
after the question mark of an address, which may contain a platform's ids of workers. With such a
token, anyone who reads the log could open an account or join a project before its owner does.

This covers access logs (gunicorn.conf.py) and Django's own log, which includes the paths of refused
requests; proxy/nginx.conf has the same list of paths."""

import logging
import re

SECRET = re.compile(r"(/account/(?:invitations|password/reset/key|addresses/confirm)/)\S+")
REDACTED = (
    SECRET,
    re.compile(r"(\bmidpath_)[\w-]{20,}"),
    re.compile(r"(\bBearer )\S+", re.IGNORECASE),
    # The query of an address, with or without a host.
    re.compile(r"(/[^\s?\"'<>]*\?)[^\s\"'<>]+"),
    re.compile(r"(\b[A-Za-z_]*(?:PID|_ID|workerId|assignmentId|participantId|token)=)[^\s&\"'<>]+"),
)


def without_secrets(text: str) -> str:
    for pattern in REDACTED:
        text = pattern.sub(r"\1***", text)
    return text


class WithoutSecrets(logging.Filter):
    """Logging filter that redacts each message."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_secrets(record.getMessage()), ()
        return True
