"""Tests of campaign exports."""
