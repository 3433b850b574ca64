"""Machines that answer as workers do: held beside a crowd, and asked."""
