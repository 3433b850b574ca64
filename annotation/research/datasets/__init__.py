"""Datasets: uploads, apps, draws of pairs, typologies."""
