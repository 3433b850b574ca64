"""What is read of the database for kernels, reports and exports."""
