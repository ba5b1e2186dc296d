package io.narrows.bench;

import io.narrows.bench.machine.ScratchFolder;
import io.narrows.bench.report.ReportOptions;
import io.narrows.testkit.program.Benchmark;
import io.narrows.tests.support.BilledLoad;
import io.narrows.tests.support.BilledPair;
import io.narrows.tests.support.IpCounter.Bytes;
import io.narrows.tests.support.LinkSecurity;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares IP byte metrics with interface counters, with and without sidecars. */
@Command(
        name = "bill",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Compares the sidecars' IP byte metrics with interface counters.")
public final class BillCommand implements Benchmark {
    private static final String RULE = "{codec: zstd, level: 1}";

    /** Time by which the metric may lag the interfaces. */
    private static final Duration LAG = Duration.ofSeconds(2);

    @Option(
            names = "--idle-seconds",
            defaultValue = "120",
            paramLabel = "S",
            description = "Time to observe idle pairs; 0 skips them. Default: ${DEFAULT-VALUE}.")
    private int idleSeconds;

    @Option(
            names = "--loss",
            split = ",",
            defaultValue = "0,1",
            paramLabel = "PERCENT",
            description = "Packet loss at the receivers, one run for each. Default: ${DEFAULT-VALUE}.")
    private List<Integer> losses;

    @Option(names = "--idle-only", description = "Skips the loads.")
    private boolean idleOnly;

    @Option(
            names = "--times",
            defaultValue = "1",
            paramLabel = "N",
            description = "Length of each load: 1 is five seconds or 30 MB. Default: ${DEFAULT-VALUE}.")
    private int times;

    @Mixin
    private ReportOptions report;

    private final List<String> idle = new ArrayList<>();
    private final List<String> loads = new ArrayList<>();
    private final List<String> others = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        for (LinkSecurity security : LinkSecurity.values()) {
            if (idleSeconds > 0) {
                watch(security);
            }
            if (idleOnly) {
                continue;
            }
            for (int loss : losses) {
                carry(security, loss);
            }
            cut(security);
            for (BilledDatabase database : BilledDatabase.values()) {
                replicate(database, security);
            }
        }
        report.write(tables());
        return 0;
    }

    private void watch(LinkSecurity security) throws IOException, InterruptedException {
        try (ScratchFolder folder = ScratchFolder.temporary("narrows-bill-");
                BilledPair pair = BilledPair.start(folder.path(), security, RULE, 0)) {
            idle.add(minute(pair, security, "two links, nothing open"));
            Socket silent = pair.open();
            idle.add(minute(pair, security, "a silent connection is open"));
            silent.close();
        }
    }

    private String minute(BilledPair pair, LinkSecurity security, String what)
            throws IOException, InterruptedException {
        pair.quiet(Duration.ofSeconds(10)); // until links that were taken are replaced
        Bytes metricBefore = pair.metric("narrows_wire_ip_bytes_total");
        Bytes before = pair.counted();
        pair.quiet(Duration.ofSeconds(idleSeconds));
        double minutes = idleSeconds / 60.0;
        long counted = pair.counted().since(before).sum();
        pair.quiet(Duration.ofSeconds(2)); // until the next round books the last bytes
        long metric =
                pair.metric("narrows_wire_ip_bytes_total").since(metricBefore).sum();
        return told("| %s | %s | %.0f | %.0f |", label(security), what, counted / minutes, metric / minutes);
    }

    private void carry(LinkSecurity security, int loss) throws IOException, InterruptedException {
        try (ScratchFolder folder = ScratchFolder.temporary("narrows-bill-");
                BilledPair pair = BilledPair.start(folder.path(), security, RULE, loss)) {
            for (BilledLoad load : BilledLoad.values()) {
                loads.add(measure(pair, load, security, loss));
            }
        }
    }

    private String measure(BilledPair pair, BilledLoad load, LinkSecurity security, int loss)
            throws IOException, InterruptedException {
        int messages = load.usualMessages() * times;
        Bytes metricBefore = pair.settled();
        Bytes baselineBefore = pair.metric("narrows_baseline_ip_bytes_total");
        Bytes before = pair.counted();
        pair.carry(load, messages);
        Bytes metric = pair.settled().since(metricBefore);
        Bytes counted = pair.counted().since(before);
        Bytes baseline = pair.metric("narrows_baseline_ip_bytes_total").since(baselineBefore);
        Bytes direct = pair.direct(load, messages);
        return told(
                "| %s | %s | %d %% | %s | %s | %+.2f %% | %s | %s | %+.2f %% |",
                load.name().toLowerCase(Locale.ROOT),
                label(security),
                loss,
                shown(counted),
                shown(metric),
                deviation(metric, counted),
                shown(direct),
                shown(baseline),
                deviation(baseline, direct));
    }

    /** The client's node alone, because the other one is killed. */
    private void cut(LinkSecurity security) throws IOException, InterruptedException {
        try (ScratchFolder folder = ScratchFolder.temporary("narrows-bill-");
                BilledPair pair = BilledPair.start(folder.path(), security, RULE, 0)) {
            Bytes metricBefore = pair.settled();
            Bytes before = pair.counted();
            pair.carry(BilledLoad.BULK, BilledLoad.BULK.usualMessages());
            pair.cutWhileWriting();
            Bytes metric = new Bytes(pair.settled().since(metricBefore).sent(), 0);
            Bytes counted = new Bytes(pair.counted().since(before).sent(), 0);
            others.add(told(
                    "| bulk, and a cut link; sent only | %s | %,d | %,d | %+.2f %% |",
                    label(security), counted.sent(), metric.sent(), deviation(metric, counted)));
        }
    }

    private void replicate(BilledDatabase database, LinkSecurity security) throws IOException, InterruptedException {
        try (ScratchFolder folder = ScratchFolder.temporary("narrows-bill-");
                BilledPair pair = BilledPair.ofDatabases(folder.path(), security, RULE, database.port())) {
            Runnable load = database.start(pair);
            Bytes before = pair.counted();
            pair.quiet(LAG);
            Bytes metricBefore = pair.metric("narrows_wire_ip_bytes_total");
            load.run();
            Bytes counted = pair.counted().since(before);
            pair.quiet(LAG);
            Bytes metric = pair.metric("narrows_wire_ip_bytes_total").since(metricBefore);
            others.add(told(
                    "| %s | %s | %s | %s | %+.2f %% |",
                    database.name().toLowerCase(Locale.ROOT),
                    label(security),
                    shown(counted),
                    shown(metric),
                    deviation(metric, counted)));
        }
    }

    private static String label(LinkSecurity security) {
        return security == LinkSecurity.TLS ? "TLS" : "plain";
    }

    private static String told(String format, Object... values) {
        String line = format.formatted(values);
        System.err.println("bench: " + line);
        return line;
    }

    private static String shown(Bytes bytes) {
        return String.format(Locale.ROOT, "%,d + %,d", bytes.sent(), bytes.received());
    }

    private static double deviation(Bytes of, Bytes from) {
        return 100.0 * (of.sum() - from.sum()) / from.sum();
    }

    private String tables() {
        StringBuilder text = new StringBuilder();
        if (!idle.isEmpty()) {
            text.append("### IP bytes a minute of a pair of nodes\n\n")
                    .append("| links | what | interfaces | metric |\n| --- | --- | ---: | ---: |\n")
                    .append(String.join("\n", idle))
                    .append("\n\n");
        }
        return text.append("### IP bytes of a load, sent + received by the client's node\n\n")
                .append(
                        "| load | links | loss | interfaces | metric | off by | without sidecars | metric of the baseline | off by |\n")
                .append("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
                .append(String.join("\n", loads))
                .append("\n\n### IP bytes of databases and of a cut link\n\n")
                .append("| traffic | links | interfaces | metric | off by |\n| --- | --- | ---: | ---: | ---: |\n")
                .append(String.join("\n", others))
                .append("\n")
                .toString();
    }
}
