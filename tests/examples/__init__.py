"""The examples of the contract: recorded from real runs of the real application on a real Redis.

`requests` holds a request for each success of each operation, `failures` a way to each problem, `harness` plays them,
and `recorder` sees to it that nothing which the contract declares is left without an example.
"""


class NotRecorded(Exception):
    """Something that the contract declares and no example shows; the message says what, and where it is to be added."""
