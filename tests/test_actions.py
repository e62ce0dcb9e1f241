"""Which pending actions cannot be taken back, or are seen by others."""

from __future__ import annotations

import pytest

from summarylint.model import Compaction
from summarylint.provenance.actions import Action, classify, irreversible_action


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("kubectl delete ns staging", "delete"),
        ("rm -rf build/", "delete"),
        ("DROP TABLE users;", "delete"),
        ('Write {"file_path": "a.py", "content": "x = 1"}', "write"),
        ("hard-code 5433 in config.py", "write"),
        ("echo 5433 > staging.env", "write"),
        ("deploy the exporter to production", "deploy"),
        ("terraform apply -auto-approve", "deploy"),
        ("git push origin main", "push"),
        ("pay invoice 4471", "pay"),
        ("send the mail to the supplier", "send"),
        ("gh pr create a pull request", "write"),
    ],
)
def test_a_deed(text: str, kind: str) -> None:
    found = classify(text)
    assert found is not None and found.kind == kind


@pytest.mark.parametrize(
    "text",
    [
        "git status", "kubectl get pods", "read the log again", "kubectl delete ns staging --dry-run=client",
        "terraform plan", "grep -r port src",
        "SELECT deleted FROM rows", "ls -la", "", "run the unit tests", "summarise the findings", "cat form.txt 2>&1",
    ],
)  # fmt: skip
def test_a_look_or_a_rehearsal_is_none(text: str) -> None:
    assert classify(text) is None


def test_what_the_record_says_goes_first() -> None:
    record = Compaction("x", (), "", pending_action="git push")
    assert irreversible_action(record) == Action("push", "git push")
    assert irreversible_action(Compaction("x", (), "", pending_action="git push", pending_action_irreversible=False)) is None
    assert irreversible_action(Compaction("x", (), "", pending_action="ring the bell", pending_action_irreversible=True)) == Action(
        "given", "ring the bell"
    )
    assert irreversible_action(Compaction("x", (), "", pending_action_irreversible=True)) == Action("given", "an irreversible action")
    assert irreversible_action(Compaction("x", (), "")) is None
