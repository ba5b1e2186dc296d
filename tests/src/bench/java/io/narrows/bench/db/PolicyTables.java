package io.narrows.bench.db;

import io.narrows.bench.report.MarkdownTable;
import io.narrows.bench.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Markdown tables of the measured policies, and the names of the figures. */
final class PolicyTables {
    static final String RATE = "operations/s";
    static final String STALLED = "stall.micros";
    static final String DISK_LOADED = "disk.loaded";
    static final String DISK_SETTLED = "disk.settled";
    static final String CPU = "cpu.seconds";
    static final String OTHER_LOAD = "load.other";
    static final String SETTLING = "settling.seconds";
    static final String COMPACTION_TIME = "compaction.micros";
    static final String COMPACTION_READ = "compaction.read";
    static final String COMPACTION_WRITTEN = "compaction.written";
    static final String AMPLIFICATION = "amplification";
    static final String WRITE = "write";
    static final String READ = "read";
    static final List<Double> PERCENTILES = List.of(50.0, 99.0, 99.9);

    private static final String LEVEL = "level ";
    private static final double MICROS = 1e-3;
    private static final double SECONDS = 1e-6;
    private static final double MEGA = 1e-6;

    /** @param scale factor from a figure to the unit in the title */
    private record Column(String title, String figure, double scale, int decimals) {
        String text(List<Figures> rounds) {
            return Spread.of(rounds.stream()
                            .map(round -> round.get(figure) * scale)
                            .toList())
                    .text(decimals);
        }
    }

    private static final List<Column> COSTS = List.of(
            new Column("disk MB, loaded", DISK_LOADED, MEGA, 1),
            new Column("disk MB, at rest", DISK_SETTLED, MEGA, 1),
            new Column("CPU s", CPU, 1, 1),
            new Column("s until rest", SETTLING, 1, 1),
            new Column("compacting s", COMPACTION_TIME, SECONDS, 1),
            new Column("MB read", COMPACTION_READ, MEGA, 0),
            new Column("MB written", COMPACTION_WRITTEN, MEGA, 0),
            new Column("write amplification", AMPLIFICATION, 1, 1),
            new Column("other load", OTHER_LOAD, 1, 2));

    private PolicyTables() {}

    static String latency(String operation, double percent) {
        return operation + ".p" + percent;
    }

    static String level(int level, String codec) {
        return LEVEL + level + ", " + codec;
    }

    /** @param rounds figures of each policy, in the order of the rows */
    static String of(Map<Policy, List<Figures>> rounds) {
        return "### Speed\n\n" + table(rounds, speed()) + "\n### Cost\n\n" + table(rounds, COSTS) + "\n### Levels\n\n"
                + levels(rounds);
    }

    private static List<Column> speed() {
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("k operations/s", RATE, 1e-3, 1));
        for (String operation : List.of(WRITE, READ)) {
            for (double percent : PERCENTILES) {
                String p = percent == Math.rint(percent) ? String.valueOf((int) percent) : String.valueOf(percent);
                columns.add(new Column(operation + " p" + p + " µs", latency(operation, percent), MICROS, 1));
            }
        }
        columns.add(new Column("stalled s", STALLED, SECONDS, 2));
        return columns;
    }

    private static String table(Map<Policy, List<Figures>> rounds, List<Column> columns) {
        MarkdownTable table = MarkdownTable.ofFigures(
                "policy", columns.stream().map(Column::title).toList());
        rounds.forEach((policy, figures) -> table.row(
                policy.title(),
                columns.stream().map(column -> column.text(figures)).toList()));
        return table.toString();
    }

    /** Returns the distribution of bytes over levels, for the policy with several codecs. */
    private static String levels(Map<Policy, List<Figures>> rounds) {
        List<Figures> figures = rounds.get(Policy.PER_LEVEL);
        TreeSet<String> names = new TreeSet<>();
        figures.forEach(round ->
                round.names().stream().filter(name -> name.startsWith(LEVEL)).forEach(names::add));
        MarkdownTable table = MarkdownTable.ofFigures(Policy.PER_LEVEL.name(), List.of("MB, loaded"));
        for (String name : names) {
            table.row(name, List.of(new Column("", name, MEGA, 2).text(figures)));
        }
        return table.toString();
    }
}
