"""Test streams over real HTTP, through gunicorn as it is shipped."""
