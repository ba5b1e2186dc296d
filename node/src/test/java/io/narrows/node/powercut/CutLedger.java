package io.narrows.node.powercut;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** The results of groups, one per line, in a file that later runs append to, or in memory only. */
final class CutLedger {
    /**
     * The result of a group.
     *
     * @param verdict {@code kept}, or the failure
     */
    record Line(Instant time, String commit, long seed, int cuts, int acknowledged, String verdict) {
        static final String KEPT = "kept";

        boolean kept() {
            return verdict.equals(KEPT);
        }

        private static Line parse(String text) {
            String[] fields = text.split("\t", 6);
            return new Line(
                    Instant.parse(fields[0]),
                    fields[1],
                    Long.parseLong(fields[2]),
                    Integer.parseInt(fields[3]),
                    Integer.parseInt(fields[4]),
                    fields[5]);
        }

        private String text() {
            return String.join(
                    "\t",
                    time.toString(),
                    commit,
                    Long.toString(seed),
                    Integer.toString(cuts),
                    Integer.toString(acknowledged),
                    verdict);
        }
    }

    private final Path file;
    private final String commit;
    private final List<Line> lines = new ArrayList<>();

    private CutLedger(Path file, String commit) {
        this.file = file;
        this.commit = commit;
    }

    /** Returns a ledger without a file. */
    static CutLedger inMemory() {
        return new CutLedger(null, "");
    }

    /** Returns the ledger of a file, which need not exist, for the results of a commit. */
    static CutLedger of(Path file, String commit) throws IOException {
        CutLedger ledger = new CutLedger(file, commit);
        if (Files.exists(file)) {
            Files.readAllLines(file).stream()
                    .map(Line::parse)
                    .filter(line -> line.commit().equals(commit))
                    .forEach(ledger.lines::add);
        }
        return ledger;
    }

    /** Returns whether this commit has a result for a group. */
    boolean has(long seed) {
        return lines.stream().anyMatch(line -> line.seed() == seed);
    }

    void add(long seed, int cuts, int acknowledged, String verdict) throws IOException {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Line line = new Line(now, commit, seed, cuts, acknowledged, verdict);
        lines.add(line);
        if (file != null) {
            Files.writeString(
                    file, line.text() + System.lineSeparator(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    /** Returns the results of this commit, earlier runs included. */
    List<Line> lines() {
        return List.copyOf(lines);
    }

    @Override
    public String toString() {
        int cuts = lines.stream().mapToInt(Line::cuts).sum();
        long acknowledged = lines.stream().mapToLong(Line::acknowledged).sum();
        long failed = lines.stream().filter(line -> !line.kept()).count();
        return "%,d groups, %,d power cuts, %,d acknowledged writes, %,d groups failed"
                .formatted(lines.size(), cuts, acknowledged, failed);
    }
}
