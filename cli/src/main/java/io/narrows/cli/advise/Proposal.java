package io.narrows.cli.advise;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The candidates for a kind of traffic, with the samples of all sidecars that send it.
 *
 * @param costs by candidate, in the sidecar's order
 * @param unpack the formats that the present rules of these sidecars unpack
 */
record Proposal(Kind kind, Map<CodecSpec, Costs> costs, Set<PackedFormat> unpack) {
    /** Fewer sampled bytes are no evidence for a rule. */
    static final long LEAST_BYTES = 256 << 10;

    /** Returns the proposals for all kinds of traffic, in the order in which the sidecars list them. */
    static List<Proposal> of(List<Sidecar> sidecars) {
        Map<Kind, Map<CodecSpec, Costs>> kinds = new LinkedHashMap<>();
        Map<Kind, Set<PackedFormat>> unpack = new HashMap<>();
        for (Sidecar sidecar : sidecars) {
            for (Estimate estimate : sidecar.estimates()) {
                kinds.computeIfAbsent(estimate.kind(), kind -> new LinkedHashMap<>())
                        .merge(estimate.candidate(), estimate.costs(), Costs::plus);
                unpack.computeIfAbsent(estimate.kind(), kind -> EnumSet.noneOf(PackedFormat.class))
                        .addAll(estimate.unpack());
            }
        }
        return kinds.entrySet().stream()
                .map(kind -> new Proposal(kind.getKey(), kind.getValue(), unpack.getOrDefault(kind.getKey(), Set.of())))
                .toList();
    }

    /**
     * Returns the cheapest candidate, the earlier one if two cost the same; empty without evidence. Candidates that lacked
     * memory for some samples, or that not all sidecars have, are left out: their costs are those of other bytes. For traffic
     * that is unpacked, a codec that compresses goes before none.
     */
    Optional<CodecSpec> cheapest() {
        long sampled = sampledBytes();
        if (sampled < LEAST_BYTES) {
            return Optional.empty();
        }
        return costs.entrySet().stream()
                .filter(candidate -> candidate.getValue().appBytes() == sampled)
                .min(Comparator.comparing((Map.Entry<CodecSpec, Costs> candidate) ->
                                !unpack.isEmpty() && !compresses(candidate.getKey()))
                        .thenComparingDouble(candidate -> candidate.getValue().usdPerGigabyte()))
                .map(Map.Entry::getKey);
    }

    /** Returns the formats that a rule with the candidate unpacks: none if it does not compress. */
    List<String> formats(CodecSpec candidate) {
        return compresses(candidate)
                ? unpack.stream().map(PackedFormat::keyword).toList()
                : List.of();
    }

    private static boolean compresses(CodecSpec candidate) {
        return candidate.codec() != Codec.NONE;
    }

    /** Returns the most bytes that a candidate compressed. */
    long sampledBytes() {
        return costs.values().stream().mapToLong(Costs::appBytes).max().orElse(0);
    }
}
