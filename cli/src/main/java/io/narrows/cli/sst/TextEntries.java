package io.narrows.cli.sst;

import io.narrows.storage.EntryType;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import java.io.PrintWriter;

/** Prints entries as text, one per line: {@code 'key' @7 put 'value'}. */
final class TextEntries implements EntryPrinter {
    private final Notation notation;
    private final PrintWriter out;
    private final StringBuilder line = new StringBuilder();

    TextEntries(Notation notation, PrintWriter out) {
        this.notation = notation;
        this.out = out;
    }

    @Override
    public void entry(Slice key, long sequence, EntryType type, Slice value) {
        line.setLength(0);
        quoted(key).append(" @").append(sequence).append(' ').append(EntryPrinter.label(type));
        if (type != EntryType.DELETE && type != EntryType.SINGLE_DELETE) {
            line.append(' ');
            quoted(value);
        }
        out.append(line.append('\n'));
    }

    @Override
    public void rangeDelete(RangeTombstone tombstone) {
        line.setLength(0);
        quoted(tombstone.begin())
                .append(" @")
                .append(tombstone.sequence())
                .append(' ')
                .append(EntryPrinter.label(EntryType.RANGE_DELETE))
                .append(" to ");
        quoted(tombstone.end());
        out.append(line.append('\n'));
    }

    private StringBuilder quoted(Slice bytes) {
        line.append(notation.quote());
        notation.append(bytes, line);
        return line.append(notation.quote());
    }
}
