package io.narrows.bench.tunnel;

/**
 * Resident memory of a process.
 *
 * @param bytes all of it
 * @param fileBytes the part that is pages of files, which the system may drop and which processes share
 */
public record Resident(long bytes, long fileBytes) {
    private static final long KIB = 1024;

    /** Parses a {@code status} file of /proc. */
    static Resident parse(String status) {
        return new Resident(kib("VmRSS:", status) * KIB, kib("RssFile:", status) * KIB);
    }

    private static long kib(String key, String status) {
        return status.lines()
                .filter(line -> line.startsWith(key))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no " + key + " (expected: a process that runs)"));
    }
}
