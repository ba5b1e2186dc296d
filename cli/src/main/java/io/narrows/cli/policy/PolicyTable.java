package io.narrows.cli.policy;

import io.narrows.config.Choice;
import io.narrows.config.Compression;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Prints a policy's choices as a table: a line per peer, a column per class, and in each cell the codec and the number
 * of the rule.
 */
public final class PolicyTable {
    private PolicyTable() {}

    /** @param cells of every peer and class, peer by peer */
    public static void write(List<PolicyCell> cells, PrintWriter out) {
        Map<PeerId, List<PolicyCell>> byPeer = new LinkedHashMap<>();
        cells.forEach(cell -> byPeer.computeIfAbsent(cell.traffic().peer(), peer -> new ArrayList<>())
                .add(cell));
        List<List<String>> lines = new ArrayList<>();
        byPeer.values().forEach(row -> {
            if (lines.isEmpty()) {
                lines.add(head(row));
            }
            lines.add(line(row));
        });
        align(lines, out);
    }

    private static List<String> head(List<PolicyCell> row) {
        List<String> words = new ArrayList<>(List.of("peer", "tier"));
        row.stream()
                .map(cell -> cell.traffic().trafficClass())
                .map(TrafficClass::name)
                .forEach(words::add);
        words.add("price");
        return words;
    }

    private static List<String> line(List<PolicyCell> row) {
        PolicyCell first = row.get(0);
        List<String> words = new ArrayList<>(
                List.of(first.traffic().peer().value(), first.traffic().tier().label()));
        row.stream().map(PolicyCell::choice).map(PolicyTable::word).forEach(words::add);
        words.add(first.price().toString());
        return words;
    }

    /**
     * Returns {@code zstd:3 (2)} or {@code auto, unpack (2)} for a choice of rule 2; a dash replaces the number if no rule
     * matches.
     */
    private static String word(Choice choice) {
        Compression compression = choice.compression();
        return "%s%s (%s)"
                .formatted(
                        compression.auto() ? "auto" : compression.spec().toString(),
                        compression.unpack().isEmpty() ? "" : ", unpack",
                        choice.rule().map(rule -> "" + rule.number()).orElse("-"));
    }

    private static void align(List<List<String>> lines, PrintWriter out) {
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < line.size(); i++) {
                int column = i;
                int width = lines.stream()
                        .mapToInt(each -> each.get(column).length())
                        .max()
                        .orElse(0);
                text.append(line.get(i)).append(" ".repeat(width - line.get(i).length() + 2));
            }
            out.println(text.toString().stripTrailing());
        }
        out.flush();
    }
}
