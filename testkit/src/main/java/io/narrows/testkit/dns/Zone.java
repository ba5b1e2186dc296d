package io.narrows.testkit.dns;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All that a server tells. A name that it does not have is unknown (NXDOMAIN).
 *
 * @param failing names whose questions get an error code; {@link #SILENT} gets no answer
 */
public record Zone(List<ZoneRecord> records, Map<String, Integer> failing) {
    /** The error code of a server that cannot answer. */
    public static final int SERVFAIL = 2;

    /** Instead of an error code: no answer at all. */
    public static final int SILENT = -1;

    public Zone {
        records = List.copyOf(records);
        failing = Map.copyOf(failing);
    }

    public static Zone of(ZoneRecord... records) {
        return new Zone(List.of(records), Map.of());
    }

    /** Returns a zone that fails for a name. */
    public Zone failing(String name, int code) {
        Map<String, Integer> more = new HashMap<>(failing);
        more.put(ZoneRecord.canonical(name), code);
        return new Zone(records, more);
    }

    /**
     * Parses lines: a {@linkplain ZoneRecord record}, or {@code NAME SERVFAIL} or {@code NAME SILENT}. Lines that are empty
     * or begin with {@code #} are ignored.
     */
    public static Zone parse(String text) {
        List<String> lines = text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
        Zone zone = new Zone(
                lines.stream()
                        .filter(line -> !isFailure(line))
                        .map(ZoneRecord::parse)
                        .toList(),
                Map.of());
        for (String line : lines) {
            if (isFailure(line)) {
                zone = zone.failing(line.split("\\s+")[0], line.endsWith("SILENT") ? SILENT : SERVFAIL);
            }
        }
        return zone;
    }

    private static boolean isFailure(String line) {
        String last = line.substring(line.lastIndexOf(' ') + 1);
        return Arrays.asList("SERVFAIL", "SILENT").contains(last);
    }

    boolean has(String name) {
        return records.stream().anyMatch(record -> record.name().equals(name));
    }

    List<ZoneRecord> find(String name, int type) {
        return records.stream()
                .filter(record -> record.name().equals(name))
                .filter(record -> record.type() == type || record.type() == ZoneRecord.CNAME)
                .toList();
    }
}
