"""What `manage.py score` tells of files, by the functions that serve live figures."""
