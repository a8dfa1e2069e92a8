"""The WSGI application that gunicorn loads, set up from the environment."""

from service.app import create_app
from service.settings import read_settings

app = create_app(read_settings())
