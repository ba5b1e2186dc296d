package io.narrows.bench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PolicyTablesTest {
    private static Figures round(double rate, double writeP99) {
        Figures figures = new Figures();
        figures.put(PolicyTables.RATE, rate);
        figures.put(PolicyTables.latency(PolicyTables.WRITE, 99), writeP99);
        figures.put(PolicyTables.DISK_SETTLED, 60_000_000);
        figures.put(PolicyTables.level(6, "zstd"), 40_000_000);
        return figures;
    }

    private static Map<Policy, List<Figures>> rounds() {
        Map<Policy, List<Figures>> rounds = new LinkedHashMap<>();
        rounds.put(Policy.PER_LEVEL, List.of(round(90_000, 12_345), round(70_000, 12_345), round(80_000, 12_345)));
        rounds.put(Policy.named("zlib"), List.of(round(10_000, 500_000)));
        return rounds;
    }

    private static List<String> row(String tables, String section, String first) {
        String from = tables.substring(tables.indexOf("### " + section));
        return from.lines()
                .filter(line -> line.startsWith("| " + first))
                .findFirst()
                .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ")))
                .orElseThrow();
    }

    @Test
    void speed_hasMediansInTheUnitsOfTheTitles() {
        String tables = PolicyTables.of(rounds());

        List<String> titles = row(tables, "Speed", "policy");
        List<String> cells = row(tables, "Speed", "per-level");
        assertThat(cells).hasSameSizeAs(titles);
        assertThat(cells.get(0)).isEqualTo("per-level: none none lz4 lz4 lz4 zstd:3 zstd:3");
        assertThat(cells.get(titles.indexOf("k operations/s"))).isEqualTo("80.0 (70.0–90.0)");
        assertThat(cells.get(titles.indexOf("write p99 µs"))).isEqualTo("12.3");
    }

    @Test
    void cost_hasARowForEachPolicy() {
        String tables = PolicyTables.of(rounds());

        List<String> titles = row(tables, "Cost", "policy");
        assertThat(row(tables, "Cost", "per-level").get(titles.indexOf("disk MB, at rest")))
                .isEqualTo("60.0");
        assertThat(row(tables, "Cost", "zlib 6 |")).hasSameSizeAs(titles);
    }

    @Test
    void levels_areThoseOfThePolicyWithSeveralCodecs() {
        assertThat(row(PolicyTables.of(rounds()), "Levels", "level 6")).containsExactly("level 6, zstd", "40.00");
    }
}
