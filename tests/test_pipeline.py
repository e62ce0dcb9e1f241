"""The language stage as spaCy components."""

from __future__ import annotations

import subprocess
import sys

import spacy

from summarylint.language.pipeline import blank
from summarylint.model import Stance


def test_cues_carry_category_and_scope() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("summarylint_cues")
    doc = nlp("I think the staging DB is on port 5433.")
    found = {span.label_: span for span in doc.spans["summarylint_cues"]}
    assert found["probable"].text == "I think"
    start, end = found["probable"]._.summarylint_scope
    assert doc.text[start:end] == "I think the staging DB is on port 5433."


def test_identifiers_carry_type_and_normal_form() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("summarylint_identifiers")
    doc = nlp("Imported 1,204 rows from /var/lib/etl/in.csv.")
    values = {span.label_: span._.summarylint_value for span in doc.spans["summarylint_identifiers"]}
    assert values["count"] == "1204"
    assert values["path"] == "/var/lib/etl/in.csv"


def test_stance_is_set_on_every_statement() -> None:
    doc = blank()("## Open questions\n- the cache on web-2\n\n## State\nThe deploy is done.")
    stances = {span.text: span._.summarylint_stance for span in doc.spans["summarylint_statements"]}
    assert stances["the cache on web-2"].certainty == "asked"
    assert stances["The deploy is done."] == Stance(status="done", cues=stances["The deploy is done."].cues)


def test_factories_are_found_without_an_import() -> None:
    code = "import spacy; nlp = spacy.blank('en'); nlp.add_pipe('summarylint_stance'); print(nlp.pipe_names)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['summarylint_stance']"
