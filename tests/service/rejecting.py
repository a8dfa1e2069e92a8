"""Check problems."""


def check_problem(response, status, code):
    """Check that a response is a problem in the form that the contract promises."""
    assert (response.status_code, response.json["code"]) == (status, code), response.text
    assert response.content_type == "application/problem+json"
    assert response.json["status"] == status
    assert {"type", "title", "status", "detail", "code"} <= set(response.json)
    assert "</" not in response.text
    assert "Traceback" not in response.text
