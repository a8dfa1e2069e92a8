"""The WSGI application that gunicorn loads, set up from the environment."""

from service.app import contracts, create_app
from service.settings import read_settings

app = create_app(read_settings())
contracts(app)  # before gunicorn forks: no process keeps its players waiting when somebody reads the contract
