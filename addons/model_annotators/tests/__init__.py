"""Tests of model annotators."""
