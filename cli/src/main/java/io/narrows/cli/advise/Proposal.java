package io.narrows.cli.advise;

import io.narrows.codec.PackedFormat;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The candidates for a kind of traffic, with the samples of all sidecars that send it.
 *
 * @param costs by candidate, in the sidecar's order
 * @param unpack the formats that candidates with {@code unpack} unpack; none if no sample had anything to unpack
 * @param ruleUnpack the formats that the present rules of these sidecars unpack
 */
record Proposal(Kind kind, Map<Candidate, Costs> costs, Set<PackedFormat> unpack, Set<PackedFormat> ruleUnpack) {
    /** Fewer sampled bytes are no evidence for a rule. */
    static final long LEAST_BYTES = 256 << 10;

    /** Returns the proposals for all kinds of traffic, in the order in which the sidecars list them. */
    static List<Proposal> of(List<Sidecar> sidecars) {
        Map<Kind, Proposal> proposals = new LinkedHashMap<>();
        for (Sidecar sidecar : sidecars) {
            for (Estimate estimate : sidecar.estimates()) {
                proposals
                        .computeIfAbsent(
                                estimate.kind(),
                                kind -> new Proposal(
                                        kind,
                                        new LinkedHashMap<>(),
                                        EnumSet.noneOf(PackedFormat.class),
                                        EnumSet.noneOf(PackedFormat.class)))
                        .add(estimate);
            }
        }
        for (Sidecar sidecar : sidecars) {
            proposals.values().forEach(proposal -> proposal.addWithNothingToUnpack(sidecar));
        }
        return List.copyOf(proposals.values());
    }

    private void add(Estimate estimate) {
        costs.merge(estimate.candidate(), estimate.costs(), Costs::plus);
        unpack.addAll(estimate.unpack());
        ruleUnpack.addAll(estimate.ruleUnpack());
    }

    /** Adds the costs of a sidecar whose samples had nothing to unpack, although others' had: {@code unpack} would not change them. */
    private void addWithNothingToUnpack(Sidecar sidecar) {
        List<Estimate> estimates = sidecar.estimates().stream()
                .filter(estimate -> estimate.kind().equals(kind))
                .toList();
        if (estimates.stream().allMatch(estimate -> estimate.unpack().isEmpty())) {
            estimates.forEach(estimate -> costs.computeIfPresent(
                    new Candidate(estimate.spec(), true), (candidate, sum) -> sum.plus(estimate.costs())));
        }
    }

    /**
     * Returns the cheapest candidate, the earlier one if two cost the same; empty without evidence. Candidates that lacked
     * memory for some samples, or that not all sidecars have, are left out: their costs are those of other bytes. If rules in force
     * unpack but the samples had nothing to unpack, a codec that compresses goes before none.
     */
    Optional<Candidate> cheapest() {
        long sampled = sampledBytes();
        if (sampled < LEAST_BYTES) {
            return Optional.empty();
        }
        return costs.entrySet().stream()
                .filter(candidate -> candidate.getValue().appBytes() == sampled)
                .min(Comparator.comparing((Map.Entry<Candidate, Costs> candidate) ->
                                keepsFormats() && !candidate.getKey().compresses())
                        .thenComparingDouble(candidate -> candidate.getValue().usdPerGigabyte()))
                .map(Map.Entry::getKey);
    }

    private boolean keepsFormats() {
        return unpack.isEmpty() && !ruleUnpack.isEmpty();
    }

    /** Returns the formats that a rule with the candidate unpacks: none if it does not compress. */
    List<String> formats(Candidate candidate) {
        Set<PackedFormat> formats = candidate.unpacks() ? unpack : keepsFormats() ? ruleUnpack : Set.of();
        return candidate.compresses()
                ? formats.stream().map(PackedFormat::keyword).toList()
                : List.of();
    }

    /** Returns the most bytes that a candidate compressed. */
    long sampledBytes() {
        return costs.values().stream().mapToLong(Costs::appBytes).max().orElse(0);
    }
}
