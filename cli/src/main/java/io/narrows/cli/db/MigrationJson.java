package io.narrows.cli.db;

import io.narrows.terminal.output.JsonLines;
import java.io.PrintWriter;
import java.util.List;

/** Writes the progress of a migration as JSON: an object per family and level. */
final class MigrationJson {
    private MigrationJson() {}

    static void write(List<Migration> migrations, PrintWriter out) {
        JsonLines lines = new JsonLines(out);
        for (Migration migration : migrations) {
            lines.line(json -> {
                json.writeStringField("family", migration.family());
                json.writeNumberField("level", migration.level());
                json.writeStringField("wanted", migration.wanted());
                json.writeNumberField("wanted_bytes", migration.wantedBytes());
                json.writeNumberField("other_bytes", migration.otherBytes());
                JsonLines.decimal(json, "done", migration.done(), 4);
            });
        }
        lines.flush();
    }
}
