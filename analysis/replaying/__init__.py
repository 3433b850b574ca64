"""Recorded judgments, fed to a campaign as the annotators who gave them."""
