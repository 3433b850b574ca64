"""Tests of what campaigns are exported as."""
