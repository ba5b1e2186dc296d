package io.narrows.lab.bench.db;

import io.narrows.storage.db.CompactionStatistics;
import io.narrows.storage.db.DbStatistics;
import io.narrows.terminal.output.LevelTable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;

/** Formats the statistics of the engine of Narrows. */
final class OurStatistics {
    private static final double MICROS_OF_SECOND = 1e6;

    private OurStatistics() {}

    static String text(DbStatistics statistics) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        LevelTable.write(statistics, out);
        writeBackground(statistics, out);
        writeWrites(statistics, out);
        writeReads(statistics, out);
        out.flush();
        return text.toString();
    }

    private static void writeBackground(DbStatistics statistics, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "flushes: %,d, %,d bytes, %.3f s%n",
                statistics.flushes().flushes(),
                statistics.flushes().bytesWritten(),
                statistics.flushes().micros() / MICROS_OF_SECOND);
        for (CompactionStatistics into : statistics.compactions()) {
            if (into.compactions() > 0) {
                out.printf(
                        Locale.ROOT,
                        "compactions into level %d: %,d, %,d bytes read, %,d written, %,d entries dropped, %.3f s%n",
                        into.outputLevel(),
                        into.compactions(),
                        into.bytesRead(),
                        into.bytesWritten(),
                        into.entriesDropped(),
                        into.micros() / MICROS_OF_SECOND);
            }
        }
    }

    private static void writeWrites(DbStatistics statistics, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "writes: %,d user bytes, %,d log bytes, %,d syncs, %,d slowdowns, waits in microseconds %s%n",
                statistics.writes().userBytes(),
                statistics.writes().logBytes(),
                statistics.writes().logSyncs(),
                statistics.writes().slowdowns(),
                statistics.writes().stallMicros());
        out.printf(Locale.ROOT, "write amplification: %.2f%n", statistics.writeAmplification());
    }

    private static void writeReads(DbStatistics statistics, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "block cache: %,d hits, %,d misses, %,d of %,d bytes%n",
                statistics.blockCache().hits(),
                statistics.blockCache().misses(),
                statistics.blockCache().weight(),
                statistics.blockCache().capacity());
        out.printf(
                Locale.ROOT,
                "bloom filters: %,d lookups avoided, %,d passed, of which %,d false positives%n",
                statistics.bloom().useful(),
                statistics.bloom().passed(),
                statistics.bloom().falsePositives());
    }
}
