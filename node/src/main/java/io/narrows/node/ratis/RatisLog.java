package io.narrows.node.ratis;

import io.narrows.node.ratis.file.RatisEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The log of a Ratis group: {@code log_FIRST-LAST} for closed segments, {@code log_inprogress_FIRST} for the last. */
final class RatisLog {
    private static final Pattern CLOSED = Pattern.compile("log_(\\d+)-(\\d+)");
    private static final Pattern OPEN = Pattern.compile("log_inprogress_(\\d+)");

    private final List<RatisSegment> segments;

    private RatisLog(List<RatisSegment> segments) {
        this.segments = segments;
    }

    /** @param current the Ratis directory with the segments */
    static RatisLog in(Path current) throws IOException {
        List<RatisSegment> found = new ArrayList<>();
        if (Files.isDirectory(current)) {
            try (Stream<Path> files = Files.list(current)) {
                for (Path file : files.toList()) {
                    add(file, found);
                }
            }
        }
        found.sort(Comparator.comparingLong(RatisSegment::start));
        return new RatisLog(found);
    }

    private static void add(Path file, List<RatisSegment> found) {
        String name = file.getFileName().toString();
        Matcher closed = CLOSED.matcher(name);
        if (closed.matches()) {
            found.add(new RatisSegment(file, Long.parseLong(closed.group(1)), Long.parseLong(closed.group(2))));
        }
        Matcher open = OPEN.matcher(name);
        if (open.matches()) {
            found.add(new RatisSegment(file, Long.parseLong(open.group(1)), -1));
        }
    }

    /**
     * Passes all entries to the consumer, in order.
     *
     * @throws UnconvertibleException if entries are missing or damaged
     */
    void read(RatisSegment.EntryConsumer consumer) throws IOException {
        long next = -1;
        for (RatisSegment segment : segments) {
            if (next >= 0 && segment.start() != next) {
                throw new UnconvertibleException(
                        segment.file(), "begins with entry " + segment.start() + " (expected: " + next + ")");
            }
            next = segment.read(consumer);
        }
    }

    /** Summarizes the log before it is converted. */
    RatisLogSummary summary() throws IOException {
        RatisLogSummary summary = new RatisLogSummary();
        read(summary::add);
        return summary;
    }

    static boolean isConfiguration(RatisEntry entry) {
        return entry.getBodyCase() == RatisEntry.BodyCase.CONFIGURATION;
    }
}
