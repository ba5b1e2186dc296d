package io.narrows.cli.report;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The rule that the dollars of both ends must not be added up if one of them already includes the other's. */
final class DoubleCounting {
    private DoubleCounting() {}

    /** Returns the reason why the dollars of these nodes have no sum, if there is one. */
    static Optional<String> in(List<NodeReport> reports) {
        Set<String> nodes = reports.stream().map(NodeReport::node).collect(Collectors.toCollection(HashSet::new));
        for (NodeReport report : reports) {
            for (Flow flow : report.flows().keySet()) {
                if (report.tariff().bothEnds() && flow.peer().isEmpty() && reports.size() > 1) {
                    return Optional.of("with tariff.both-ends, the dollars of " + report.node()
                            + " include what its peers pay, and its metrics do not name these, so a sum with other"
                            + " nodes could count bytes twice (report it alone, or set metrics.per-peer to counters)");
                }
                if (report.tariff().bothEnds() && nodes.contains(flow.peer())) {
                    return Optional.of("with tariff.both-ends, the dollars of " + report.node()
                            + " include what " + flow.peer()
                            + " pays, so their sum would count bytes twice (report one of them, or remove both-ends)");
                }
            }
        }
        return Optional.empty();
    }
}
