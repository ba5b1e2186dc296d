package io.narrows.cli.advise;

import io.narrows.codec.CodecSpec;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The candidates for a kind of traffic, with the samples of all sidecars that send it.
 *
 * @param costs by candidate, in the sidecar's order
 */
record Proposal(Kind kind, Map<CodecSpec, Costs> costs) {
    /** Fewer sampled bytes are no evidence for a rule. */
    static final long LEAST_BYTES = 256 << 10;

    /** Returns the proposals for all kinds of traffic, in the order in which the sidecars list them. */
    static List<Proposal> of(List<Sidecar> sidecars) {
        Map<Kind, Map<CodecSpec, Costs>> kinds = new LinkedHashMap<>();
        for (Sidecar sidecar : sidecars) {
            for (Estimate estimate : sidecar.estimates()) {
                kinds.computeIfAbsent(estimate.kind(), kind -> new LinkedHashMap<>())
                        .merge(estimate.candidate(), estimate.costs(), Costs::plus);
            }
        }
        return kinds.entrySet().stream()
                .map(kind -> new Proposal(kind.getKey(), kind.getValue()))
                .toList();
    }

    /**
     * Returns the cheapest candidate, the earlier one if two cost the same; empty without evidence. Candidates that lacked
     * memory for some samples, or that not all sidecars have, are left out: their costs are those of other bytes.
     */
    Optional<CodecSpec> cheapest() {
        long sampled = sampledBytes();
        if (sampled < LEAST_BYTES) {
            return Optional.empty();
        }
        return costs.entrySet().stream()
                .filter(candidate -> candidate.getValue().appBytes() == sampled)
                .min(Comparator.comparingDouble(
                        candidate -> candidate.getValue().usdPerGigabyte()))
                .map(Map.Entry::getKey);
    }

    /** Returns the most bytes that a candidate compressed. */
    long sampledBytes() {
        return costs.values().stream().mapToLong(Costs::appBytes).max().orElse(0);
    }
}
