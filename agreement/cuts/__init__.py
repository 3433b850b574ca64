"""Cuts of flat segmentations at named boundaries: next to a word, or around a phrase."""
