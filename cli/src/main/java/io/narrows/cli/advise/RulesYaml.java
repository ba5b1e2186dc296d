package io.narrows.cli.advise;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import io.narrows.config.YamlName;
import java.io.PrintWriter;
import java.util.List;

/** Writes proposals as rules of a policy. */
final class RulesYaml {
    private RulesYaml() {}

    /** Writes {@code policy} with a rule for each proposal that has evidence. */
    static void write(List<Proposal> proposals, PrintWriter out) {
        out.println("# The cheapest candidates for what was sampled. Put these rules above the others of the policy.");
        boolean none =
                proposals.stream().allMatch(proposal -> proposal.cheapest().isEmpty());
        out.println(none ? "policy: []" : "policy:");
        for (Proposal proposal : proposals) {
            proposal.cheapest().ifPresent(candidate -> out.println("  - " + rule(proposal, candidate)));
        }
        out.flush();
    }

    private static String rule(Proposal proposal, Candidate candidate) {
        CodecSpec spec = candidate.spec();
        Kind kind = proposal.kind();
        String level = Levels.of(spec.codec()).exist() ? ", level: " + spec.level() : "";
        List<String> formats = proposal.formats(candidate);
        String unpack = formats.isEmpty() ? "" : ", unpack: [" + String.join(", ", formats) + "]";
        return "{peer: " + YamlName.of(kind.peer().value()) + ", class: "
                + YamlName.of(kind.trafficClass().name()) + ", codec: "
                + spec.codec().label() + level + unpack + "}";
    }
}
