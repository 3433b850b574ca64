"""Django's PostgreSQL backend behind a connection pool in transaction mode."""
