package io.narrows.bench.store;

import io.narrows.bench.report.Metric;
import io.narrows.codec.CodecSpec;
import io.narrows.tests.support.StoreGroup;
import io.narrows.tests.support.StoreGroup.Settings;
import io.narrows.tests.support.StoreMember;
import io.narrows.tests.support.StoreProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** Measures how long an empty member takes to catch up with two others whose logs do not reach back far enough. */
public final class Installation implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Duration POLL = Duration.ofMillis(250);
    private static final double BYTES_PER_MB = 1e6;
    private static final int ADDED = 2;

    private final StoreGroup group;
    private final MeasuredGroup measured;
    private final Settings settings;
    private long revision;

    private Installation(Path directory, String compression, List<String> rules) {
        this.group = new StoreGroup(StoreProgram.NARROWS, directory);
        this.measured = new MeasuredGroup(group);
        this.settings = (site, config) -> config.warmUp()
                .policy(rules.toArray(String[]::new))
                .storeKey("compression: '" + compression + "'")
                .storeKey("join: " + site.equals(StoreGroup.SITES.get(ADDED)));
    }

    /**
     * Starts two members with a large data set, in an empty folder.
     *
     * @param filled their data, as created by {@link FilledDirectory}
     * @param compression of files that the members write themselves
     * @param rules of the sidecars' policy, as maps of YAML
     */
    public static Installation prepare(Path directory, Path filled, CodecSpec compression, List<String> rules)
            throws IOException {
        Installation installation = new Installation(directory, compression.toString(), rules);
        try {
            installation.begin(filled);
            return installation;
        } catch (IOException | RuntimeException e) {
            installation.close();
            throw e;
        }
    }

    private void begin(Path filled) throws IOException {
        List<StoreMember> first = group.members().subList(0, ADDED);
        for (StoreMember member : first) {
            FilledDirectory.copy(filled, member.data());
        }
        group.startSidecars(ADDED, settings);
        first.forEach(StoreMember::startNode);
        measured.awaitLeader();
        group.extend(ADDED, settings);
        revision = measured.revision(0);
    }

    /** Adds the third member, and waits until it has all earlier data. */
    public Map<Metric, Double> run() throws IOException {
        Taken before = measured.taken();
        long begun = System.nanoTime();
        StoreMember added = group.members().get(ADDED);
        measured.addMember(added);
        added.startNode();
        Awaitility.await("all keys at the third member")
                .atMost(LIMIT)
                .pollInterval(POLL)
                .failFast(measured::requireAlive)
                .until(() -> measured.revision(ADDED) >= revision);
        double seconds = (System.nanoTime() - begun) / 1e9;
        long files = FileSizes.below(added.data().resolve("db"), "");
        return figures(files / BYTES_PER_MB, seconds, measured.taken().since(before));
    }

    private static Map<Metric, Double> figures(double megabytes, double seconds, Taken taken) {
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        figures.put(Metric.FILES_MB, megabytes);
        figures.put(Metric.SENT_MB, taken.peerBytes() / BYTES_PER_MB);
        figures.put(Metric.SECONDS, seconds);
        figures.put(Metric.MB_PER_S, megabytes / seconds);
        figures.put(Metric.WIRE_MB, taken.wireBytes() / BYTES_PER_MB);
        figures.put(Metric.WIRE_TO_FILES, taken.wireBytes() / BYTES_PER_MB / megabytes);
        figures.put(Metric.SIDECAR_CPU_S, taken.sidecarCpuSeconds());
        figures.put(Metric.STORE_CPU_S, taken.storeCpuSeconds());
        figures.put(Metric.ELECTIONS, (double) taken.term());
        return figures;
    }

    @Override
    public void close() {
        group.close();
    }
}
