"""The table of an evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from summarylint.model import Finding
from summarylint.output.escaping import visible
from summarylint.output.redaction import redact


def table(figures: Mapping[str, Any]) -> str:
    """Kinds of fault, then rules, then one line in all."""
    lines = [f"{'kind of fault':<26}{'faults':>7}{'located':>9}{'named':>8}"]
    lines += [f"{kind:<26}{row['faults']:>7}{row['located']:>9.2f}{row['named']:>8.2f}" for kind, row in figures["kinds"].items()]
    lines += ["", f"{'rule':<30}{'right':>6}{'other':>7}{'alarms':>8}{'precision':>11}{'recall':>8}"]
    lines += [
        f"{rule:<30}{row['right']:>6}{row['other']:>7}{row['alarms']:>8}{row['precision']:>11.2f}{row['recall']:>8.2f}"
        for rule, row in figures["rules"].items()
    ]
    found = f"located {figures['located']:.3f}, named {figures['named']:.3f} of {figures['faults']} faults"
    alarms = f"alarms on {figures['alarmed']} of {figures['faithful']} faithful summaries"
    lines += ["", f"{found}; {alarms}; {figures['other_per_faulty_summary']:.2f} other findings per faulty summary"]
    return "\n".join(lines) + "\n"


def missed(faults: Iterable[tuple[str, str, str, str]], alarms: Iterable[tuple[str, Finding]]) -> str:
    """A line for each missed fault and each finding on a faithful summary."""
    lines = [f"missed  {case}: {kind}: {visible(redact(quote))!r} <- {visible(redact(because))!r}" for case, kind, quote, because in faults]
    lines += [f"alarm   {case}: {finding.name} ({finding.code}): {visible(redact(finding.message))}" for case, finding in alarms]
    return "".join(f"{line}\n" for line in lines)
