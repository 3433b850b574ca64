"""What gunicorn reads by itself where it is started: how it writes its access log.

Addresses stand there without what follows the question mark, and without the page before: both may
hold who a worker is elsewhere."""

access_log_format = '%(h)s %(l)s %(u)s %(t)s "%(m)s %(U)s %(H)s" %(s)s %(b)s "%(a)s"'
