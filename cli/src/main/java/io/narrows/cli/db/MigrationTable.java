package io.narrows.cli.db;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Writes the progress of a migration as a table. */
final class MigrationTable {
    private static final String LINE = "%-16s %5s  %-8s %18s %18s %8s%n";

    private MigrationTable() {}

    static void write(List<Migration> migrations, PrintWriter out) {
        out.printf(LINE, "family", "level", "wanted", "selected bytes", "other bytes", "done");
        for (Migration migration : migrations) {
            write(migration.level(), migration, out);
        }
        write("", Migration.sum(migrations), out);
        out.flush();
    }

    private static void write(Object level, Migration migration, PrintWriter out) {
        out.printf(
                LINE,
                migration.family(),
                level,
                migration.wanted(),
                String.format(Locale.ROOT, "%,d", migration.wantedBytes()),
                String.format(Locale.ROOT, "%,d", migration.otherBytes()),
                percent(migration));
    }

    /** Formats the percentage, rounded down so that 100 % means complete. */
    private static String percent(Migration migration) {
        return String.format(Locale.ROOT, "%.1f %%", Math.floor(migration.done() * 1000) / 10);
    }
}
