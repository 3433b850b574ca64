"""The only place where what people judged meets mathematics: kernels, reports, files, tables."""
