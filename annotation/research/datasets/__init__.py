"""Datasets: uploads, apps, samples of pairs, typologies."""
