"""The computations behind the entries of the papers."""
