package io.narrows.cli.analyze;

import io.narrows.codec.PackedFormat;
import io.narrows.unpack.PieceCounts;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes an analysis as a table. */
final class TableReport {
    private static final String LINE = "%-9s %12s %6s %8s %8s   %12s %6s %8s %8s%n";

    private TableReport() {}

    static void write(Analysis analysis, PrintWriter out) {
        Traffic traffic = analysis.traffic();
        out.printf(
                Locale.ROOT,
                "%s: %,d bytes in %,d reads of %,d streams%n",
                traffic.name(),
                traffic.bytes(),
                traffic.reads(),
                traffic.streams().size());
        out.printf(LINE, "", "per read", "", "MB/s", "MB/s", "stream", "", "MB/s", "MB/s");
        out.printf(LINE, "codec", "bytes", "ratio", "compr.", "uncompr.", "bytes", "ratio", "compr.", "uncompr.");
        lines(analysis.lines(), out);
        if (!analysis.unpackedLines().isEmpty()) {
            out.println(unpacked(analysis.unpacked().pieces()));
            lines(analysis.unpackedLines(), out);
        }
        out.println();
        out.flush();
    }

    private static String unpacked(PieceCounts pieces) {
        return String.format(
                Locale.ROOT,
                "with unpack: [%s], %.1f %% of %,d compressed bytes in %,d pieces:",
                pieces.formats().stream().map(PackedFormat::keyword).collect(Collectors.joining(", ")),
                100 * pieces.share(),
                pieces.bytes(),
                pieces.pieces());
    }

    private static void lines(List<CodecFigures> lines, PrintWriter out) {
        for (CodecFigures line : lines) {
            Optional<Figures> perRead = line.perRead();
            Optional<Figures> stream = line.stream();
            out.printf(
                    LINE,
                    line.spec(),
                    bytes(perRead),
                    ratio(perRead),
                    compressing(perRead),
                    uncompressing(perRead),
                    bytes(stream),
                    ratio(stream),
                    compressing(stream),
                    uncompressing(stream));
        }
    }

    private static String bytes(Optional<Figures> figures) {
        return figures.map(of -> String.format(Locale.ROOT, "%,d", of.bytesOut()))
                .orElse("-");
    }

    private static String ratio(Optional<Figures> figures) {
        return figures.map(of -> String.format(Locale.ROOT, "%.3f", of.ratio())).orElse("-");
    }

    private static String compressing(Optional<Figures> figures) {
        return figures.map(of -> rate(of.compressMegabytesPerSecond())).orElse("-");
    }

    private static String uncompressing(Optional<Figures> figures) {
        return figures.map(of -> rate(of.uncompressMegabytesPerSecond())).orElse("-");
    }

    private static String rate(double megabytesPerSecond) {
        return String.format(Locale.ROOT, "%.0f", megabytesPerSecond);
    }
}
