"""Create the WSGI application that gunicorn loads, from the environment."""

from collections.abc import Callable
from typing import TypeVar

from gevent import get_hub

from service.app import api_of, create_app
from service.settings import read_settings

T = TypeVar("T")


def in_another_thread(function: Callable[[], T]) -> T:
    """Return the result of a function that would block the requests of this process for too long."""
    result: T = get_hub().threadpool.apply(function)  # the hub of the present process, which gunicorn forks
    return result


app = create_app(read_settings())
api_of(app).run_apart = in_another_thread
