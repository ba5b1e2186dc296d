package io.narrows.cli.sst;

import io.narrows.storage.sst.BlockSummary;
import io.narrows.terminal.output.JsonLines;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Prints a line per data block. Sizes exclude the five bytes after each block. */
final class BlockLines {
    private static final String LINE = "%14s %12s %12s  %-8s %6s%n";

    private BlockLines() {}

    static void table(List<BlockSummary> blocks, PrintWriter out) {
        out.printf(LINE, "offset", "stored", "plain", "codec", "ratio");
        long stored = 0;
        long plain = 0;
        Map<String, Integer> codecs = new TreeMap<>();
        for (BlockSummary block : blocks) {
            out.printf(
                    Locale.ROOT,
                    LINE,
                    block.offset(),
                    count(block.storedSize()),
                    count(block.plainSize()),
                    block.type().label(),
                    ratio(block.storedSize(), block.plainSize()));
            stored += block.storedSize();
            plain += block.plainSize();
            codecs.merge(block.type().label(), 1, Integer::sum);
        }
        out.printf(
                Locale.ROOT,
                "%s data blocks (%s): %s bytes stored, %s uncompressed, ratio %s%n",
                count(blocks.size()),
                codecs.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + count(entry.getValue()))
                        .collect(Collectors.joining(", ")),
                count(stored),
                count(plain),
                ratio(stored, plain));
    }

    static void json(Path file, List<BlockSummary> blocks, PrintWriter out) {
        JsonLines lines = new JsonLines(out);
        for (BlockSummary block : blocks) {
            lines.line(json -> {
                json.writeStringField("file", file.toString());
                json.writeNumberField("offset", block.offset());
                json.writeNumberField("stored_bytes", block.storedSize());
                json.writeNumberField("plain_bytes", block.plainSize());
                json.writeStringField("codec", block.type().label());
            });
        }
        lines.flush();
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String ratio(long stored, long plain) {
        return plain == 0 ? "-" : String.format(Locale.ROOT, "%.3f", (double) stored / plain);
    }
}
