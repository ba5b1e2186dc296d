package io.narrows.cli.db;

import io.narrows.storage.db.CodecStatistics;
import io.narrows.storage.db.DbStatistics;
import io.narrows.storage.db.FamilyStatistics;
import io.narrows.storage.db.LevelStatistics;
import io.narrows.terminal.output.JsonLines;
import java.io.PrintWriter;

/** Writes the files of a database as JSON: an object per family, level and codec. */
final class LevelJson {
    private LevelJson() {}

    static void write(DbStatistics statistics, PrintWriter out) {
        JsonLines lines = new JsonLines(out);
        for (FamilyStatistics family : statistics.families()) {
            for (LevelStatistics level : family.levels()) {
                for (CodecStatistics codec : level.codecs()) {
                    lines.line(json -> {
                        json.writeStringField("family", family.name());
                        json.writeNumberField("level", level.level());
                        json.writeStringField("codec", codec.codec());
                        json.writeNumberField("files", codec.files());
                        json.writeNumberField("stored_bytes", codec.storedBytes());
                        json.writeNumberField("logical_bytes", codec.logicalBytes());
                    });
                }
            }
        }
        lines.flush();
    }
}
