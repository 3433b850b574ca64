"""What people are called on research pages."""


def pseudonym(worker_id: int) -> str:
    """Stable within Midpath, and no hint at who she is elsewhere."""
    return f"worker {worker_id}"
