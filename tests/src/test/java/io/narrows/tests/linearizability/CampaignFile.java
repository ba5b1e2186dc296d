package io.narrows.tests.linearizability;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The file of a campaign's runs, one line each, from which a later start continues. */
public final class CampaignFile {
    private final Path file;
    private final List<CampaignLine> lines = new ArrayList<>();

    private CampaignFile(Path file) {
        this.file = file;
    }

    /**
     * Reads the file; a missing one has no runs yet.
     *
     * @throws IllegalArgumentException if a line is not one of a campaign
     */
    public static CampaignFile open(Path file) throws IOException {
        CampaignFile campaign = new CampaignFile(file);
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                if (!line.isEmpty()) {
                    campaign.lines.add(CampaignLine.parse(line));
                }
            }
        }
        return campaign;
    }

    /** Returns whether the run is recorded, whatever its outcome. */
    public boolean has(String commit, String options, long seed) {
        return lines.stream()
                .anyMatch(
                        line -> line.commit().equals(commit) && line.options().equals(options) && line.seed() == seed);
    }

    /** Adds a run, which is in the file on return. */
    public void add(CampaignLine line) throws IOException {
        Files.writeString(
                file,
                line.text() + "\n",
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND,
                StandardOpenOption.SYNC);
        lines.add(line);
    }

    /** Returns the number of runs of each commit, by verdict. */
    public String totals() {
        Map<String, Map<String, Integer>> totals = new TreeMap<>();
        long answered = 0;
        for (CampaignLine line : lines) {
            totals.computeIfAbsent(line.commit(), commit -> new TreeMap<>()).merge(line.verdict(), 1, Integer::sum);
            answered += line.answered();
        }
        return "%s: %d runs, %,d operations answered, by commit %s".formatted(file, lines.size(), answered, totals);
    }
}
