"""Live updates over real HTTP, through gunicorn as it is shipped."""
