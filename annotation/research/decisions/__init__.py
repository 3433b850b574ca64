"""Pages of decisions: the queue, one HIT after another, and past decisions."""
