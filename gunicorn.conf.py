"""Settings that gunicorn reads from its working directory: the format of its access log.

Addresses are logged without their query string and without the referrer: both may identify a worker
on another platform."""

access_log_format = '%(h)s %(l)s %(u)s %(t)s "%(m)s %(U)s %(H)s" %(s)s %(b)s "%(a)s"'
