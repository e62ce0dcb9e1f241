"""One other tool over the records of a file, for run.py: `others.py TOOL RECORDS.jsonl`. Imports nothing of summarylint.

Prints a line of JSON: milliseconds for each record, and the peak of memory in MB; `missing` where the tool is not installed.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Work = Callable[[list[str], str], object]


def proselint() -> Work:
    from proselint.checks import __register__  # type: ignore[import-not-found]
    from proselint.config import DEFAULT  # type: ignore[import-not-found]
    from proselint.registry import CheckRegistry  # type: ignore[import-not-found]
    from proselint.tools import LintFile  # type: ignore[import-not-found]

    CheckRegistry().register_many(__register__)
    return lambda spans, summary: [LintFile("text", text).lint(DEFAULT) for text in (*spans, summary) if text.strip()]


def corroborate() -> Work:
    from corroborate import check_answer  # type: ignore[import-not-found]

    return lambda spans, summary: check_answer("", spans, summary)


def opengate() -> Work:
    from opengate_grounding import check_grounding  # type: ignore[import-not-found]

    return lambda spans, summary: check_grounding(summary, spans)


def spacy() -> Work:
    from spacy import blank

    make_doc = blank("en").make_doc
    return lambda spans, summary: [make_doc(text) for text in spans]


TOOLS: dict[str, Callable[[], Work]] = {"spacy": spacy, "proselint": proselint, "corroborate": corroborate, "opengate": opengate}


def main() -> None:
    tool, path = sys.argv[1:]
    try:
        work = TOOLS[tool]()
    except ImportError as error:
        print(json.dumps({"missing": str(error)}))
        return
    records: list[dict[str, Any]] = [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]
    times = []
    for record in records:
        spans = [span["text"] for span in record["spans"]]
        began = time.process_time()
        work(spans, record["summary"])
        times.append(1000 * (time.process_time() - began))
    print(json.dumps({"times": times, "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


if __name__ == "__main__":
    main()
