"""Record the examples of the contract from real runs of the application on a real Redis.

`requests` has a request for each success of each operation, and `failures` one for each problem. `harness` runs them.
`recorder` checks that every declared response has an example.
"""


class NotRecorded(Exception):
    """The contract declares something without an example; the message names it, and where to add the example."""
