"""A private PostgreSQL and Redis, and the demo that uses them. Standard library only."""

from embedded.services import Services, services
from embedded.trouble import Trouble

__all__ = ["Services", "Trouble", "services"]
