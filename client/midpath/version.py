"""The client's version. It speaks to /api/v1 of a server."""

VERSION = "0.1.0"
