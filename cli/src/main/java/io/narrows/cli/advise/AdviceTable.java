package io.narrows.cli.advise;

import io.narrows.terminal.output.Amounts;
import io.narrows.terminal.output.Columns;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes the estimates as a table. */
final class AdviceTable {
    private final PrintWriter out;
    private final Columns columns;

    private AdviceTable(PrintWriter out, int peerWidth) {
        this.out = out;
        this.columns = new Columns("%-" + peerWidth + "s  %-11s  %-14s %1s  %8s %8s %8s %9s %10s %10s %10s");
    }

    static void write(List<Sidecar> sidecars, List<Proposal> proposals, PrintWriter out) {
        for (Sidecar sidecar : sidecars) {
            out.printf(
                    "%s at %s: tariff %s, %s USD per core and hour%n",
                    sidecar.node(), sidecar.admin(), sidecar.tariff(), sidecar.usdPerCoreHour());
        }
        out.println();
        int peerWidth = proposals.stream()
                .mapToInt(proposal -> proposal.kind().peer().value().length())
                .max()
                .orElse(0);
        AdviceTable table = new AdviceTable(out, Math.max(peerWidth, "peer".length()));
        table.head();
        proposals.forEach(table::lines);
        out.println();
        proposals.stream().filter(proposal -> proposal.cheapest().isEmpty()).forEach(table::lack);
        out.flush();
    }

    private void head() {
        out.println(columns.line("", "", "", "", "", "", "", "CPU s", "USD per GB", "", ""));
        out.println(columns.line(
                "peer", "class", "codec", "", "sampled", "wire", "saved", "per GB", "wire", "CPU", "both"));
    }

    private void lines(Proposal proposal) {
        Optional<Candidate> cheapest = proposal.cheapest();
        for (Map.Entry<Candidate, Costs> candidate : proposal.costs().entrySet()) {
            Costs costs = candidate.getValue();
            out.println(columns.line(
                    proposal.kind().peer(),
                    proposal.kind().trafficClass(),
                    candidate.getKey(),
                    cheapest.filter(candidate.getKey()::equals).map(spec -> "*").orElse(""),
                    Amounts.bytes(costs.appBytes()),
                    Amounts.bytes(costs.wireBytes()),
                    Amounts.percent(costs.savedPercent()),
                    String.format(Locale.ROOT, "%.2f", costs.secondsPerGigabyte()),
                    Amounts.smallUsd(costs.wireUsdPerGigabyte()),
                    Amounts.smallUsd(costs.cpuUsdPerGigabyte()),
                    Amounts.smallUsd(costs.usdPerGigabyte())));
        }
    }

    private void lack(Proposal proposal) {
        out.printf(
                "No rule for %s: %s sampled (expected: at least %s)%n",
                proposal.kind(), Amounts.bytes(proposal.sampledBytes()), Amounts.bytes(Proposal.LEAST_BYTES));
    }
}
