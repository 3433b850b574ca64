"""Tests of models that are asked for answers."""
