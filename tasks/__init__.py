"""Celery: the only place where what people judged meets the mathematics of agreement."""
