"""How gunicorn serves the API, for `make run` and for production alike."""

import os

from service.settings import read_settings

_settings = read_settings()

wsgi_app = "service.wsgi:app"
bind = f"[{_settings.host}]:{_settings.port}" if ":" in _settings.host else f"{_settings.host}:{_settings.port}"
workers = _settings.api_workers
worker_class = "gthread"
threads = _settings.threads
preload_app = True  # a faulty set-up shows once, before any worker starts

timeout = 30
graceful_timeout = 5
keepalive = 15  # longer than a front end polls apart, so that its connection lasts
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112  # heartbeats shall not wait for a disk

control_socket_disable = True
logconfig_dict = {
    "root": {"level": "WARNING", "handlers": ["console"]},
    "loggers": {
        "gunicorn.error": {"level": "WARNING", "handlers": [], "propagate": True},
        "gunicorn.access": {"level": "WARNING", "handlers": [], "propagate": True},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stderr"}},
    "formatters": {"line": {"format": "%(asctime)s api[%(process)d] %(levelname)s %(message)s"}},
}
