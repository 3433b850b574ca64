"""Messages to addresses of researchers when something happens in their project."""
