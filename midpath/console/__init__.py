"""Parts of commands for a terminal: options, streams, errors and progress."""
