package io.narrows.bench.kafka;

import io.narrows.bench.report.MarkdownTable;
import io.narrows.node.file.Directories;
import io.narrows.tests.support.ReplicationTraffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats the replication of topics in Markdown: a row for each topic, figures for each setting of the sidecars. */
public final class UnpackTable {
    private static final double BYTES_PER_MB = 1e6;

    private final List<Setting> settings;
    private final Map<String, Map<Setting, Figures>> topics = new LinkedHashMap<>();

    private record Figures(ReplicationTraffic traffic, long packedBytes) {
        double wireShare() {
            return (double) traffic.wireBytes() / traffic.appBytes();
        }

        double denseShare() {
            return (double) traffic.denseBytes() / traffic.appBytes();
        }

        /** Returns the share of each reason that is at least 0.1 %. */
        String reasons() {
            return traffic.refusedBytes().entrySet().stream()
                    .filter(reason -> reason.getValue() * 1_000 >= packedBytes)
                    .map(reason -> reason.getKey() + " " + percent((double) reason.getValue() / packedBytes))
                    .collect(Collectors.joining(", "));
        }

        double hitRate() {
            return (double) traffic.unpackedBytes() / packedBytes;
        }
    }

    private UnpackTable(List<Setting> settings) {
        this.settings = settings;
    }

    /** Measures with one setting of the sidecars, and adds a row for each topic. */
    public interface Measurement {
        /** @param directory empty, and deleted afterwards */
        void measure(Setting setting, Path directory, UnpackTable table) throws IOException;
    }

    /**
     * Returns the table of a measurement with each of the settings.
     *
     * @throws IllegalArgumentException if there is no setting of that name
     */
    public static UnpackTable of(List<String> settings, Measurement measurement) throws IOException {
        List<Setting> chosen = settings.stream().map(Setting::named).toList();
        UnpackTable table = new UnpackTable(chosen);
        for (Setting setting : chosen) {
            Path directory = Files.createTempDirectory("narrows-unpack-");
            try {
                measurement.measure(setting, directory, table);
            } finally {
                Directories.delete(directory);
            }
        }
        return table;
    }

    /**
     * Adds a topic's replication with a setting.
     *
     * @param packedBytes bytes of all batches that brokers have sent to followers, without their headers
     */
    public void add(Setting setting, String topic, ReplicationTraffic traffic, long packedBytes) {
        topics.computeIfAbsent(topic, name -> new EnumMap<>(Setting.class))
                .put(setting, new Figures(traffic, packedBytes));
    }

    /** Returns a table for each codec of the links. */
    @Override
    public String toString() {
        return settings.stream()
                .map(Setting::without)
                .distinct()
                .map(this::ofCodec)
                .collect(Collectors.joining("\n"));
    }

    private String ofCodec(Setting codec) {
        List<Setting> shown =
                settings.stream().filter(setting -> setting.without() == codec).toList();
        List<String> titles = new ArrayList<>(List.of("app MB"));
        shown.forEach(setting -> titles.addAll(titles(setting)));
        MarkdownTable table = MarkdownTable.ofFigures("client, codec", titles);
        topics.forEach((topic, figures) -> table.row(topic, cells(shown, figures)));
        return "Links with %s:\n\n%s".formatted(codec.label(), table);
    }

    private static List<String> titles(Setting setting) {
        List<String> titles = new ArrayList<>(
                setting.unpacks()
                        ? List.of("wire MB with unpack", "of app", "of wire without")
                        : List.of("wire MB", "of app"));
        if (setting.isDense()) {
            titles.add("by dense");
        }
        if (setting.unpacks()) {
            titles.addAll(List.of("unpacked", "not, because"));
        }
        return titles;
    }

    private static List<String> cells(List<Setting> settings, Map<Setting, Figures> topic) {
        List<String> cells = new ArrayList<>();
        for (Setting setting : settings) {
            Figures figures = topic.get(setting);
            if (cells.isEmpty()) {
                cells.add(megabytes(figures.traffic().appBytes()));
            }
            cells.add(megabytes(figures.traffic().wireBytes()));
            cells.add(ratio(figures.wireShare()));
            if (setting.unpacks()) {
                Figures without = topic.get(setting.without());
                cells.add(without == null ? "" : ratio(figures.wireShare() / without.wireShare()));
            }
            if (setting.isDense()) {
                cells.add(percent(figures.denseShare()));
            }
            if (setting.unpacks()) {
                cells.add(percent(figures.hitRate()));
                cells.add(figures.reasons());
            }
        }
        return cells;
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.2f", bytes / BYTES_PER_MB);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
