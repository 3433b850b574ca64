"""A campaign's workers: who may join, their ids, and taking them out and back in."""
