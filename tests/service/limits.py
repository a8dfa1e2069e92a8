"""Requests up to a rate limit."""


def until_limited(send, most):
    """Send requests until one exceeds the rate limit; return the number of allowed ones, and the rejection."""
    for number in range(most + 2):
        response = send()
        if response.status_code == 429:
            return number, response
    raise AssertionError(f"{most + 2} were taken")
