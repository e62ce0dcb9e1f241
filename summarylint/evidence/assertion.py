"""Assertion: does a statement tell what is so, and no plan, order or doubt?"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from summarylint.language.stance import heading_stance
from summarylint.model import Certainty, Statement


def told_as_so(
    statement: Statement,
    certainty: Certainty,
    *,
    not_as: Collection[str],
    under: Iterable[str] | None = None,
    not_under: Collection[str] = (),
) -> bool:
    """Is a statement of this certainty told as what is so?

    Not where its status is one of `not_as`, nor under a heading of wishes and orders or of a status in `not_under`. `under` are
    the headings that count; the nearest one and the label of the statement where they are not given.
    """
    if certainty != "certain" or statement.stance.status in not_as:
        return False
    headings = (*statement.segment.headings[-1:], statement.segment.label) if under is None else under
    return not any(above.get("force") or above.get("status") in not_under for above in map(heading_stance, headings))
