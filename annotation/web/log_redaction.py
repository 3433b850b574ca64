"""Cut from logs what opens something: what follows in links of mails and of invitations. Whoever
reads it there could open an account, or join a project, before its owner does.

Access logs (gunicorn.conf.py) and the log of Django, which names the addresses of refused requests,
are cut here; proxy/nginx.conf has the same list."""

import logging
import re

SECRET = re.compile(r"(/account/(?:invitations|password/reset/key|addresses/confirm)/)\S+")


def without_secrets(text: str) -> str:
    return SECRET.sub(r"\1***", text)


class WithoutSecrets(logging.Filter):
    """Cuts the addresses in each message."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_secrets(record.getMessage()), ()
        return True
