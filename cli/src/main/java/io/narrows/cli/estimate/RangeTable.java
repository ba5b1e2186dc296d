package io.narrows.cli.estimate;

import io.narrows.codec.CodecSpec;
import io.narrows.estimate.flow.CodecRange;
import io.narrows.estimate.flow.DistanceLine;
import io.narrows.estimate.flow.KeepAliveLine;
import io.narrows.estimate.flow.RangeReport;
import io.narrows.estimate.flow.TrafficMatrix;
import io.narrows.estimate.measured.Range;
import io.narrows.terminal.output.Amounts;
import io.narrows.terminal.output.Columns;
import java.io.PrintWriter;
import java.util.Locale;

/** Writes an estimate of traffic whose content is unknown as tables. */
public final class RangeTable {
    private static final Columns DISTANCES = new Columns("%-13s %12s %11s  %-9s %21s %19s %17s");
    private static final Columns IDLE = new Columns("%-13s %12s %21s %19s");
    private static final Columns CODECS = new Columns("%-10s %21s %19s %17s %19s");

    private final RangeReport report;
    private final PrintWriter out;

    public RangeTable(RangeReport report, PrintWriter out) {
        this.report = report;
        this.out = out;
    }

    /** @param source of the traffic, in words */
    public void write(String source) {
        out.println(source);
        unknown();
        report.auto().map(AutoNote::of).ifPresent(out::println);
        distances();
        keepAlive();
        out.println();
        out.println("USD per month, CPU and idle links included ("
                + report.settings().tariff().name() + "): "
                + Amounts.usd(report.usdWithout()) + " without sidecars, " + usd(report.usdWithPolicy())
                + " with the policy, " + usd(report.usdWithPolicy().from(report.usdWithout())) + " saved");
        codecs();
        out.println();
        out.println("Ranges are those of measurements on recorded traffic ("
                + report.settings().kind().label() + "), links "
                + (report.settings().encryptedLinks() ? "with" : "without") + " TLS:");
        report.sources().forEach(place -> out.println("  " + place));
    }

    private void unknown() {
        TrafficMatrix matrix = report.matrix();
        if (!matrix.unknownNames().isEmpty()) {
            out.println(Amounts.bytes(matrix.unknownBytesPerSecond()) + "/s left out: no place for "
                    + String.join(", ", matrix.unknownNames()));
        }
    }

    private void distances() {
        out.println();
        out.println(DISTANCES.line(
                "distance",
                report.unit() + "/month",
                "USD/month",
                "policy",
                "links " + report.unit() + "/month",
                "links USD/month",
                "CPU USD/month"));
        for (DistanceLine line : report.lines()) {
            out.println(DISTANCES.line(
                    line.tier().label(),
                    Plain.gigabytes(line.appGb()),
                    Amounts.usd(line.usdWithout()),
                    line.chosen().spec(),
                    gigabytes(line.chosen().wireGb()),
                    usd(line.chosen().usdTraffic()),
                    usd(line.chosen().usdCpu())));
        }
    }

    private void keepAlive() {
        out.println();
        out.println(IDLE.line("idle links", "pairs", report.unit() + "/month", "USD/month"));
        for (KeepAliveLine line : report.keepAlive()) {
            out.println(IDLE.line(
                    line.tier().label(),
                    String.format(Locale.ROOT, "%,.0f", line.pairs()),
                    gigabytes(line.gb()),
                    usd(line.usd())));
        }
    }

    private void codecs() {
        if (report.codecs().isEmpty()) {
            out.println("No traffic has a price.");
            return;
        }
        out.println();
        out.println("The traffic that has a price under one codec; * costs least at its upper bound:");
        out.println(CODECS.line(
                "codec", "links " + report.unit() + "/month", "links USD/month", "CPU USD/month", "USD/month"));
        for (CodecRange codec : report.codecs()) {
            out.println(CODECS.line(
                    name(codec.spec()),
                    gigabytes(codec.wireGb()),
                    usd(codec.usdTraffic()),
                    usd(codec.usdCpu()),
                    usd(codec.usd())));
        }
    }

    private String name(CodecSpec spec) {
        return spec + (report.best().filter(spec::equals).isPresent() ? " *" : "");
    }

    private static String usd(Range range) {
        return Plain.range(range, Amounts::usd);
    }

    private static String gigabytes(Range range) {
        return Plain.range(range, Plain::gigabytes);
    }
}
