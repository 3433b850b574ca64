"""Django's PostgreSQL backend, which knows what each session has prepared."""
