"""Record the examples of the contract from marked tests.

- `@pytest.mark.example(operation, summary)` marks a test that shows a success, or a rejection by the rules.
- `@pytest.mark.problem(code, summary, *operations)` marks a test that shows a problem.

A marked test plays a published ruleset. Its ids, seeds and times depend on its name alone. `make openapi` writes what
the marked tests send and receive; every other run compares it with the files.

The test of an operation also provides its valid request: the fixture `valid` runs the test up to that request. Tests
of problems change the request.
"""
