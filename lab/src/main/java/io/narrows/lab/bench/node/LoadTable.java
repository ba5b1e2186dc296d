package io.narrows.lab.bench.node;

import io.narrows.lab.load.LatencyFigures;
import io.narrows.lab.load.LoadFigures;
import io.narrows.lab.load.Operation;
import io.narrows.lab.load.WatchFigures;
import io.narrows.terminal.output.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Writes the results of a load as a table, at most 79 characters wide. */
final class LoadTable {
    private static final Columns COLUMNS = new Columns("%-10s %8s %10s %8s %9s %9s %9s %9s");
    private static final double MILLIS = 1e3;

    private LoadTable() {}

    static List<String> lines(LoadFigures figures) {
        List<String> lines = new ArrayList<>();
        lines.add(COLUMNS.line("", "done", "per second", "failed", "p50 ms", "p99 ms", "p99.9 ms", "max ms"));
        lines.add(line("writes", figures, Operation::isWrite, figures.writes()));
        lines.add(line("reads", figures, Operation::isRead, figures.reads()));
        lines.add("");
        for (Operation operation : Operation.values()) {
            long done = figures.done().getOrDefault(operation, 0L);
            long failed = figures.failed().getOrDefault(operation, 0L);
            if (operation == Operation.KEEP_ALIVE && done + failed > 0) {
                lines.add(line(operation.toString(), figures, operation::equals, figures.keepAlives()));
            } else if (done + failed > 0) {
                lines.add(COLUMNS.line(operation.toString(), done, perSecond(figures, done), failed, "", "", "", ""));
            }
        }
        lines.add("");
        lines.add(watch(figures.watch()));
        lines.add(format(
                "%.1f s, %.1f MB of values written, %.1f MB read, %.2f CPU seconds of this process",
                figures.seconds(), figures.writtenBytes() / 1e6, figures.readBytes() / 1e6, figures.cpuSeconds()));
        if (figures.conflicts() > 0) {
            lines.add(figures.conflicts()
                    + " writes had already been applied by an earlier attempt whose response was lost");
        }
        figures.errors().forEach((code, count) -> lines.add(code + ": " + count + " attempts"));
        return lines;
    }

    private static String line(
            String name, LoadFigures figures, Predicate<Operation> operations, LatencyFigures latencies) {
        long failed = figures.failed().entrySet().stream()
                .filter(entry -> operations.test(entry.getKey()))
                .mapToLong(entry -> entry.getValue())
                .sum();
        return COLUMNS.line(
                name,
                latencies.count(),
                perSecond(figures, latencies.count()),
                failed,
                millis(latencies.p50()),
                millis(latencies.p99()),
                millis(latencies.p999()),
                millis(latencies.max()));
    }

    private static String watch(WatchFigures watch) {
        return format(
                "%d watches received %d events, %d missing, %d interruptions; delay p50 %s, p99 %s, max %s ms",
                watch.watches(),
                watch.events(),
                watch.missing(),
                watch.breaks(),
                millis(watch.lag().p50()),
                millis(watch.lag().p99()),
                millis(watch.lag().max()));
    }

    private static String perSecond(LoadFigures figures, long count) {
        return format("%.1f", figures.seconds() == 0 ? 0 : count / figures.seconds());
    }

    private static String millis(double seconds) {
        return format("%.2f", seconds * MILLIS);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
