"""Problems follow conventions: the code from the class name, the status from the base class."""

from service import problems

BASES = problems.ProblemError.__subclasses__()


def test_a_code_is_the_class_name_and_the_status_is_that_of_the_base():
    assert (problems.PROBLEMS["seat_taken"].status, problems.PROBLEMS["seat_taken"].__base__) == (
        409,
        problems.Conflict,
    )
    assert all(code.replace("_", "") == problem.__name__.lower() for code, problem in problems.PROBLEMS.items())


def test_a_base_is_no_problem():
    assert problems.Conflict not in problems.PROBLEMS.values()
    assert all(problem.__base__ in {problems.ProblemError, *BASES} for problem in problems.PROBLEMS.values())


def test_a_problem_may_have_another_time_to_wait_than_its_base():
    assert problems.Unavailable.headers == {"Retry-After": "1"}
    assert problems.PROBLEMS["too_many_spectators"].headers == {"Retry-After": "5"}
