"""Create the WSGI application that gunicorn loads, from the environment."""

from service.app import contracts, create_app
from service.settings import read_settings

app = create_app(read_settings())
contracts(
    app
)  # before gunicorn forks: otherwise each process generates the contract on its first read and blocks its games
