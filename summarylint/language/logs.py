"""Lines that a machine wrote: logs, commands, stack traces. They assert nothing by themselves."""

from __future__ import annotations

import re

_LEVEL = r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|SEVERE|PANIC)"
_STRICT = re.compile(
    # RFC 3339 and RFC 3164 times, then shell prompts, levels, stack frames of Python, JavaScript, Java and Go, npm and pytest.
    r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d[\].,\s]|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d\s"
    rf"|\$ \S|\[?{_LEVEL}\]?\s+\S|\[{_LEVEL}\]"
    r"|Traceback \(most recent|File \"[^\"]+\", line \d+|at [\w.$<>/]+ ?\(|goroutine \d+ \["
    r"|(?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception): |npm (?:ERR!|error|warn)|(?:PASSED|FAILED|ERROR) [\w./]+::|E   \S"
)
_LOOSE = re.compile(rf"\[?{_LEVEL}\]?:\s|(?:error|warning|fatal|note)(?:\[\w+\])?: |[+-]{{3}} |@@ |diff --git |[#>%] \S")


def is_log_line(line: str, *, strict: bool) -> bool:
    """Whether a line without white space around it is machine output; `strict` where prose is expected (`WARNING: ...`)."""
    return _STRICT.match(line) is not None or (not strict and _LOOSE.match(line) is not None)
