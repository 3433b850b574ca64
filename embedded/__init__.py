"""A private PostgreSQL and Redis, and the demo that uses them. Standard library only."""

from embedded.errors import Trouble
from embedded.services import Services, services

__all__ = ["Services", "Trouble", "services"]
