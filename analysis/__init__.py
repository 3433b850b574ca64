"""The only place where judgments meet mathematics: kernels, reports, files and tables."""
