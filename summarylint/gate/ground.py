"""Grounding: the least-token set of spans to keep or read again so that every claim has a primary witness.

This is weighted set cover. After what is forced (a claim with one witness) and what is dominated (a span that costs no less
and covers no more than another) is settled, up to EXACT_SPANS spans are solved exactly, by trying all subsets; beyond that
the greedy rule (most claims a token) is within H(d) of the least, d being the most claims that one span covers (Chvatal
1979). Where the budget does not reach, as many claims as it allows are covered: exactly on small inputs, else by the greedy
rule or the single best span, whichever covers more, which is within (1 - 1/e) / 2 of the most (Khuller, Moss and Naor 1999).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from summarylint.checks.chain_view import ChainView
from summarylint.checks.comparison import compare
from summarylint.gate.cover import cheapest_cover, widest_cover
from summarylint.gate.tokens import Counter, by_characters, window_tokens
from summarylint.model import Claim, Compaction, Span
from summarylint.provenance.as_read import as_read
from summarylint.provenance.chain import known_spans
from summarylint.provenance.standing import primary_witnesses

BUDGET = 0.15
"""The share of the window that is set aside for reading primary spans again."""

UNBOUNDED = float("inf")
"""A budget that reaches for every span."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which spans to keep in the window, and which to read again.

    `keep` survive already, `reread` do not: with both in the window every claim but the `unverified` ones has a primary
    witness and every span that disagrees with the summary stays (`disconfirmers`, which are among the two). `tokens` is what
    they cost, `budget` what there is. `unsupported` claims have no primary witness anywhere, `short` ones have one that the
    budget does not reach: `whole` are the spans that a plan for those as well would take, at the cost of `whole_tokens`.
    `exact` says whether it is the least (else at most `bound` times that, or 1 / `bound` of the claims that the budget could
    reach).
    """

    keep: tuple[str, ...]
    reread: tuple[str, ...]
    disconfirmers: tuple[str, ...]
    tokens: int
    budget: int
    unsupported: tuple[Claim, ...]
    short: tuple[Claim, ...]
    exact: bool
    bound: float
    whole: tuple[str, ...] = ()
    whole_tokens: int = 0

    @property
    def span_ids(self) -> tuple[str, ...]:
        """All spans of the plan."""
        return (*self.keep, *self.reread)

    @property
    def unverified(self) -> tuple[Claim, ...]:
        """The claims that stay without a primary witness in the window."""
        return (*self.unsupported, *self.short)

    @property
    def reaches(self) -> bool:
        """Does the budget reach for every claim that has a witness, and for every disconfirmer?"""
        return not self.short and self.tokens <= self.budget


def ground(
    compaction: Compaction,
    budget: float = BUDGET,
    *,
    earlier: Sequence[Compaction] = (),
    count: Counter = by_characters,
    view: ChainView | None = None,
) -> Plan:
    """Plan the re-grounding of `compaction`.

    `budget` is a share of its window_tokens (of the tokens of all its spans where that is not given), `earlier` are the
    compactions before it in its run as given, `count` is the token counter, `view` what was compared already, as it is read.
    """
    read = as_read(compaction, earlier)
    found = view or ChainView(read.compaction, compare(read.compaction), read.earlier)
    spans = {span.id: span for span in known_spans((*(earlier or found.earlier), compaction)) if span.role != "summary"}
    cost = {span_id: count(span.text) for span_id, span in spans.items()}
    least = sum(cost.values()) if budget == UNBOUNDED else int(budget * window_tokens(compaction, count))
    claims = found.claims
    against = tuple(dict.fromkeys(span_id for claim in claims for span_id in claim.disconfirmer_span_ids if span_id in spans))
    options = [frozenset(primary_witnesses(claim, spans)) for claim in claims]
    # what a tag names and no record holds is in the window already, or can be paged in; what it costs is not known
    outside = [span_id for ways in options for span_id in sorted(ways) if span_id not in spans]
    cost |= dict.fromkeys(outside, 0)
    open_claims = [number for number, ways in enumerate(options) if ways and not ways & set(against)]
    covers = {number: options[number] for number in open_claims}
    left = least - sum(cost[span_id] for span_id in against)
    whole, exact, bound = cheapest_cover(covers, cost)
    chosen = whole
    if sum(cost[span_id] for span_id in chosen) > left:
        chosen, exact, bound = widest_cover(covers, cost, max(left, 0))
    ordered = tuple(dict.fromkeys((*outside, *spans)))
    ids = [span_id for span_id in ordered if span_id in chosen or span_id in against]
    every = [span_id for span_id in ordered if span_id in whole or span_id in against]
    surviving = compaction.surviving_span_ids or frozenset()
    return Plan(
        keep=tuple(span_id for span_id in ids if span_id in surviving),
        reread=tuple(span_id for span_id in ids if span_id not in surviving),
        disconfirmers=against,
        tokens=sum(cost[span_id] for span_id in ids),
        budget=least,
        unsupported=tuple(read.claim(claim) for claim, ways in zip(claims, options, strict=True) if not ways),
        short=tuple(read.claim(claims[number]) for number in open_claims if not options[number] & chosen),
        exact=exact,
        bound=bound,
        whole=tuple(every),
        whole_tokens=sum(cost[span_id] for span_id in every),
    )


def prunable(
    compaction: Compaction, *, earlier: Sequence[Compaction] = (), count: Counter = by_characters, view: ChainView | None = None
) -> tuple[Span, ...]:
    """Return the spans of `compaction` that may go, in time order: earlier summaries, and all that no claim needs as its
    witness (by the least-token plan, whatever the budget), that disagree with nothing, and that are neither pinned nor hold a
    protected text. Of what survives only; all spans where that is unknown."""
    plan = ground(compaction, UNBOUNDED, earlier=earlier, count=count, view=view) if compaction.spans else None
    needed = frozenset(plan.span_ids) if plan else frozenset()
    surviving = compaction.surviving_span_ids
    return tuple(
        span
        for span in compaction.spans
        if span.id not in needed
        and not span.pinned
        and (surviving is None or span.id in surviving)
        and not any(quote in span.text for quote in compaction.protected if quote.strip())
    )
