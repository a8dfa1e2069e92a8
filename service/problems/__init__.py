"""Problems: why requests fail, each with a stable code. `service.api.errors` turns them into responses.

One module for each part of the service. This package has the problems of all.
"""

from service.problems.actions import *
from service.problems.availability import *
from service.problems.base import *
from service.problems.credentials import *
from service.problems.games import *
from service.problems.players import *
from service.problems.requests import *
from service.problems.rulesets import *
from service.problems.seats import *
from service.problems.webhooks import *
