package io.narrows.cli.estimate;

import io.narrows.codec.CodecSpec;
import io.narrows.estimate.report.CodecLine;
import io.narrows.estimate.report.PackedLine;
import io.narrows.estimate.report.PolicyProposal;
import io.narrows.estimate.report.Report;
import io.narrows.estimate.report.TrafficLine;
import io.narrows.terminal.output.Amounts;
import io.narrows.terminal.output.Columns;
import java.io.PrintWriter;
import java.util.Locale;

/** Writes an estimate as tables, followed by the policy that costs least. */
public final class EstimateTable {
    private static final Columns TRAFFIC = new Columns("%-16s %-16s %-12s %-11s %10s %10s");
    private static final Columns CODEC = new Columns("  %-9s %-8s %10s %7s %9s %8s %10s %10s");

    private final PrintWriter out;

    public EstimateTable(PrintWriter out) {
        this.out = out;
    }

    public void write(Report report) {
        counts(report);
        String unit = report.tariff().preset().unit().label();
        if (!report.lines().isEmpty()) {
            out.println();
            out.println(TRAFFIC.line("from", "to", "class", "tier", unit + "/month", "USD/month"));
            out.println(CODEC.line(
                    "codec", "*: best", unit + "/month", "ratio", "CPU s/" + unit, "cores", "USD/month", "CPU USD"));
        }
        for (TrafficLine line : report.lines()) {
            write(line);
        }
        out.println();
        out.println("USD per month, CPU included (" + report.tariff().name() + "): "
                + Amounts.usd(report.usdWithout()) + " without sidecars, " + Amounts.usd(report.usdWithPolicy())
                + " with the policy, " + Amounts.usd(report.usdWithBest()) + " with the best codecs");
        out.println();
        out.println("# the policy that costs least for this traffic");
        out.print(PolicyProposal.yaml(report));
        out.flush();
    }

    private void counts(Report report) {
        out.printf(
                Locale.ROOT,
                "%,d packets in %.1f s, %,d connections between known nodes%n",
                report.packets().packets(),
                report.packets().nanos() / 1e9,
                report.counts().connections());
        CaptureNotes.of(report).forEach(out::println);
    }

    private void write(TrafficLine line) {
        out.println(TRAFFIC.line(
                line.key().from().name(),
                line.key().to().name(),
                line.key().trafficClass(),
                line.key().tier().label(),
                decimal(line.appGb()),
                Amounts.usd(line.usdWithout())));
        line.codecs().forEach(codec -> write(codec, mark(line, codec.spec())));
        line.packed().ifPresent(packed -> write(line, packed));
        line.obstacle().ifPresent(text -> out.println("  does not shrink: " + text));
    }

    private void write(TrafficLine line, PackedLine packed) {
        out.println("  " + PackedNote.of(line, packed));
        packed.codecs().forEach(codec -> write(codec, ""));
    }

    private void write(CodecLine codec, String mark) {
        out.println(CODEC.line(
                codec.spec(),
                mark,
                decimal(codec.wireGb()),
                String.format(Locale.ROOT, "%.2f", codec.ratio()),
                String.format(Locale.ROOT, "%.1f", codec.cpuSecondsPerGb()),
                String.format(Locale.ROOT, "%.3f", codec.cores()),
                Amounts.usd(codec.usdTraffic()),
                Amounts.usd(codec.usdCpu())));
    }

    private static String mark(TrafficLine line, CodecSpec spec) {
        boolean best = spec.equals(line.best().spec());
        boolean chosen = spec.equals(line.chosen().spec());
        if (best) {
            return chosen ? "policy *" : "*";
        }
        return chosen ? "policy" : "";
    }

    private static String decimal(double gigabytes) {
        return String.format(Locale.ROOT, gigabytes < 10 ? "%.3f" : "%.1f", gigabytes);
    }
}
