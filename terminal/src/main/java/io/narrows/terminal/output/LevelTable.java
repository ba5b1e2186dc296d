package io.narrows.terminal.output;

import io.narrows.storage.db.CodecStatistics;
import io.narrows.storage.db.DbStatistics;
import io.narrows.storage.db.FamilyStatistics;
import io.narrows.storage.db.LevelStatistics;
import java.io.PrintWriter;
import java.util.Locale;

/** Writes the files of a database as a table: a line per family, level and codec. */
public final class LevelTable {
    private static final String LINE = "%-16s %5s  %-8s %7s %18s %18s %6s%n";

    private LevelTable() {}

    public static void write(DbStatistics statistics, PrintWriter out) {
        out.printf(LINE, "family", "level", "codec", "files", "stored bytes", "logical bytes", "ratio");
        long files = 0;
        for (FamilyStatistics family : statistics.families()) {
            files += family.files();
            for (LevelStatistics level : family.levels()) {
                for (CodecStatistics codec : level.codecs()) {
                    write(family.name(), level.level(), codec, out);
                }
            }
        }
        out.printf(
                LINE,
                "all",
                "",
                "",
                count(files),
                count(statistics.storedBytes()),
                count(statistics.logicalBytes()),
                ratio(statistics.storedBytes(), statistics.logicalBytes()));
        out.flush();
    }

    private static void write(String family, int level, CodecStatistics codec, PrintWriter out) {
        out.printf(
                LINE,
                family,
                level,
                codec.codec(),
                count(codec.files()),
                count(codec.storedBytes()),
                count(codec.logicalBytes()),
                ratio(codec.storedBytes(), codec.logicalBytes()));
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String ratio(long stored, long logical) {
        return logical == 0 ? "-" : String.format(Locale.ROOT, "%.3f", (double) stored / logical);
    }
}
