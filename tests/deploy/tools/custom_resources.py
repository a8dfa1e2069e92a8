"""Check rendered resources of KEDA and of the Prometheus operator against their types; runs in `.deploy`."""

import sys
from pathlib import Path

import yaml
from cloudcoil.models.keda.v1alpha1 import ScaledObject
from cloudcoil.models.prometheus_operator.v1 import PodMonitor

TYPES = {"ScaledObject": ScaledObject, "PodMonitor": PodMonitor}


def unknown(given, understood, path=""):
    """List the fields that the type does not have; the models ignore them without an error."""
    if isinstance(given, dict):
        if not isinstance(understood, dict):
            return [path]
        return [each for key in given for each in unknown(given[key], understood.get(key), f"{path}.{key}")]
    if isinstance(given, list):
        pairs = zip(given, understood or [None] * len(given), strict=True)
        return [each for number, pair in enumerate(pairs) for each in unknown(*pair, f"{path}[{number}]")]
    return [] if given == understood else [path]


def main(names):
    """Print the errors; return the exit code. Values of a wrong type raise."""
    found = [each for name in names for each in yaml.safe_load_all(Path(name).read_text()) if each["kind"] in TYPES]
    wrong = [
        f"{each['kind']}{path}: not known"
        for each in found
        for path in unknown(each, TYPES[each["kind"]].model_validate(each).model_dump(by_alias=True, mode="json"))
    ]
    print(*wrong, f"{len(found)} custom resources, {len(wrong)} faults", sep="\n")
    return 1 if wrong or {each["kind"] for each in found} != {*TYPES} else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
