"""The stack of docker-compose.yml, run for real: `make compose-test`."""
