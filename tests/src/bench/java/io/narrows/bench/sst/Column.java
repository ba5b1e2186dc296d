package io.narrows.bench.sst;

import io.narrows.bench.report.Spread;
import java.util.function.ToDoubleFunction;

/**
 * A column of a table.
 *
 * @param decimals number of decimals shown
 */
record Column(String title, int decimals, ToDoubleFunction<Sample> figure) {
    static final Column SECONDS = new Column("wall s", 2, Sample::seconds);
    static final Column CPU = new Column("CPU s", 2, Sample::cpuSeconds);
    static final Column RATE =
            new Column("M entries/s", 2, sample -> sample.outcome().operations() / sample.seconds() / 1e6);
    static final Column CPU_RATE =
            new Column("M entries per CPU s", 2, sample -> sample.operationsPerCpuSecond() / 1e6);
    static final Column FILE = new Column("file bytes", 0, Sample::fileBytes);
    static final Column WAKE_UPS = new Column("wake-ups", 0, Sample::wakeUps);
    static final Column SWITCHES = new Column("waits", 0, Sample::switches);
    static final Column OTHER_LOAD = new Column("other load", 2, Sample::otherLoad);

    String text(Result result) {
        Spread spread = result.of(figure);
        return spread.median() < 0 ? "-" : spread.text(decimals);
    }
}
