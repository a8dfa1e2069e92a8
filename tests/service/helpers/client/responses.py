"""Check responses, send requests up to a rate limit, and make calls at the same time."""

from concurrent.futures import ThreadPoolExecutor

from service import problems


def until_limited(send, most):
    """Send requests until one exceeds the rate limit; return the number of allowed ones, and the rejection."""
    for number in range(most + 2):
        response = send()
        if response.status_code == 429:
            return number, response
    raise AssertionError(f"{most + 2} were taken")


def at_once(calls):
    """Make all calls at the same time, each in its own thread; return the results in order."""
    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]


def check_problem(response, status, code):
    """Check that a response is a problem in the form that the contract promises."""
    assert (response.status_code, response.json["code"]) == (status, code), response.text
    assert response.content_type == "application/problem+json"
    assert response.json["status"] == status
    assert {"type", "title", "status", "detail", "code"} <= set(response.json)
    assert "</" not in response.text
    assert "Traceback" not in response.text


def reports(response, code):
    """Check that a response is the problem with this code."""
    check_problem(response, problems.PROBLEMS[code].status, code)
