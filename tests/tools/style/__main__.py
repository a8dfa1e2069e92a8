"""Check the English of the repository, or of some paths of it; with `--counts` count the findings.

`python -m tests.tools.style service/store` prints `file:line: text: what is wrong`, and ends with 1 if anything is.
"""

import json
import sys
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from service.contract.document import resolved
from tests.tools.style.described import undescribed, weak_summaries
from tests.tools.style.names import modules, unusual
from tests.tools.style.reading import ROOT, Text, name_of, texts
from tests.tools.style.rules import MOST_MEAN_WORDS, MOST_WORDS, blocks, marked, mean_words, sentences, words

CONTRACT = "openapi/openapi.json"


class Finding(NamedTuple):
    """A fault in one place; findings are counted by `rule`."""

    path: str
    line: int
    kind: str
    rule: str
    text: str
    wrong: str


def main(arguments: Sequence[str]) -> int:
    """Print the findings; return the exit code."""
    parser = ArgumentParser(description="Check the English of the repository.")
    parser.add_argument("--counts", action="store_true", help="print counts per package and kind of text")
    parser.add_argument("paths", nargs="*", type=Path, default=[ROOT], help="files and folders (default: all)")
    chosen = parser.parse_args(arguments)
    missing = [str(path) for path in chosen.paths if not path.exists()]
    if missing:
        parser.error(f"no such path: {', '.join(missing)}")
    paths = [path.resolve() for path in chosen.paths]
    findings = [*check(paths), *check_names(paths)]
    if chosen.counts:
        print_counts(findings)
        return 0
    for finding in findings:
        print(f"{finding.path}:{finding.line}: {finding.text}: {finding.wrong}")
    if findings:
        print(f"{len(findings)} findings; the rules are in CONTRIBUTING.md", file=sys.stderr)
    return bool(findings)


def check(paths: list[Path]) -> Iterator[Finding]:
    """Check the texts in files and folders."""
    lengths: defaultdict[str, list[int]] = defaultdict(list)
    for text in texts(paths):
        yield from check_text(text, lengths[place(text.path)])
    for name, counted in lengths.items():
        if mean_words(counted) > MOST_MEAN_WORDS:
            wrong = f"mean of {mean_words(counted):.1f} words per sentence; at most {MOST_MEAN_WORDS}"
            yield Finding(name, 1, "all", "mean", f"{len(counted)} sentences", wrong)
    if any((ROOT / CONTRACT).is_relative_to(path) for path in paths):
        yield from check_contract((ROOT / CONTRACT).read_text(encoding="utf-8"))


def check_names(paths: list[Path]) -> Iterator[Finding]:
    """Check the names that modules define."""
    for path in modules(paths):
        name = name_of(path)
        for line, found, word in unusual(name, path.read_text(encoding="utf-8")):
            yield Finding(name, line, "name", "words", found, f"say: {word}")


def check_text(text: Text, lengths: list[int]) -> Iterator[Finding]:
    """Check the words and sentences of one text; add the lengths of its sentences."""
    for start, block in blocks(text.text):
        for line, found, advice in marked(block):
            yield finding(text, start + line, "words", found, f"say: {advice}")
        for line, sentence in sentences(block) if PurePosixPath(text.path).name != "RULES.md" else ():
            lengths.append(words(sentence))
            if lengths[-1] > MOST_WORDS:
                wrong = f"{lengths[-1]} words in a sentence; at most {MOST_WORDS}"
                yield finding(text, start + line, "length", " ".join(sentence.split()[:6]) + " ...", wrong)


def finding(text: Text, line: int, rule: str, found: str, wrong: str) -> Finding:
    """Return a finding in a line of a text, from 0; a string of JSON or code counts as one line."""
    at = text.line + (line if text.kind in {"markdown", "docstring", "comment"} else 0)
    return Finding(text.path, at, text.kind, rule, found, wrong)


def check_contract(source: str) -> Iterator[Finding]:
    """Check that the contract describes everything, and that summaries begin with a verb."""
    document = resolved(json.loads(source))
    for rule, found in (("described", undescribed(document)), ("summary", weak_summaries(document))):
        for name, wrong in found:
            line = source.count("\n", 0, max(0, source.find(f'"{name.split(".")[0].split(" ")[0]}"'))) + 1
            yield Finding(CONTRACT, line, "contract", rule, name, wrong)


def place(path: str) -> str:
    """Return the unit over which a mean is computed: the package of a module, or a file."""
    parent = PurePosixPath(path).parent.as_posix()
    return parent if path.endswith((".py", ".js", ".mjs", ".ts", ".tsx", ".lua")) else path


def package(path: str) -> str:
    """Return the first two folders of a path, or the file at the top."""
    parts = PurePosixPath(path).parts
    return "/".join(parts[:2] if len(parts) > 2 or not PurePosixPath(path).suffix else parts[:-1] or parts)


def print_counts(findings: list[Finding]) -> None:
    """Print the number of findings per package and kind of text."""
    rules = ("words", "length", "mean", "described", "summary")
    counted: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for finding in findings:
        for key in ((package(finding.path), finding.kind), ("total", "")):
            counted[key][finding.rule] += 1
    print(f"{'package':28}{'kind':12}" + "".join(f"{rule:>10}" for rule in rules))
    for (name, kind), counts in sorted(counted.items(), key=lambda entry: (entry[0][0] == "total", entry[0])):
        print(f"{name:28}{kind:12}" + "".join(f"{counts[rule] or '':>10}" for rule in rules))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
