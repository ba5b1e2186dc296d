package io.narrows.cli.sst;

import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.storage.EntryType;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.terminal.output.JsonLines;
import java.io.IOException;
import java.nio.file.Path;

/** Prints entries as JSON, one per line. */
final class JsonEntries implements EntryPrinter {
    private final String file;
    private final Notation notation;
    private final JsonLines lines;

    JsonEntries(Path file, Notation notation, JsonLines lines) {
        this.file = file.toString();
        this.notation = notation;
        this.lines = lines;
    }

    @Override
    public void entry(Slice key, long sequence, EntryType type, Slice value) {
        lines.line(json -> {
            write(key, sequence, type, json);
            json.writeStringField("value", notation.show(value));
        });
    }

    @Override
    public void rangeDelete(RangeTombstone tombstone) {
        lines.line(json -> {
            write(tombstone.begin(), tombstone.sequence(), EntryType.RANGE_DELETE, json);
            json.writeStringField("end", notation.show(tombstone.end()));
        });
    }

    private void write(Slice key, long sequence, EntryType type, JsonGenerator json) throws IOException {
        json.writeStringField("file", file);
        json.writeStringField("key", notation.show(key));
        json.writeNumberField("sequence", sequence);
        json.writeStringField("type", EntryPrinter.label(type));
    }
}
