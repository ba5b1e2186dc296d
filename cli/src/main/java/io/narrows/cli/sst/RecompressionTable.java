package io.narrows.cli.sst;

import java.io.PrintWriter;
import java.util.Locale;

/** Writes a recompression as a table. */
final class RecompressionTable {
    private static final String LINE = "%-9s %14s %6s %10s %8s %8s%n";

    private RecompressionTable() {}

    static void write(Recompression result, PrintWriter out) {
        head(result, out);
        out.printf(LINE, "", "", "", "blocks", "MB/s", "MB/s");
        out.printf(LINE, "codec", "bytes", "ratio", "shrunk", "compr.", "uncompr.");
        for (TrialFigures line : result.lines()) {
            out.printf(
                    LINE,
                    line.spec(),
                    count(line.storedBytes()),
                    ratio(line.ratio()),
                    count(line.kept()),
                    rate(line.compressMegabytesPerSecond()),
                    rate(line.uncompressMegabytesPerSecond()));
        }
        out.println();
        out.flush();
    }

    private static void head(Recompression result, PrintWriter out) {
        Sample sample = result.sample();
        out.printf(
                "%s: %s uncompressed bytes in %s data blocks, %s%n",
                result.file(),
                count(sample.ofBytes()),
                count(sample.ofBlocks()),
                sample.isAll() ? "all sampled" : count(sample.fileBytes()) + " of them sampled");
        out.printf(
                "stored in the file as %s bytes, ratio %s%n",
                count(sample.storedBytes()),
                ratio(sample.fileBytes() == 0 ? 1 : (double) sample.storedBytes() / sample.fileBytes()));
        if (result.blockSize().isPresent()) {
            out.printf(
                    "rebuilt as %s blocks of %s bytes, %s bytes in total%n",
                    count(sample.blocks().size()), count(result.blockSize().getAsInt()), count(sample.bytes()));
        }
        if (result.dictionaryBytes().isPresent()) {
            out.println(dictionary(result.dictionaryBytes().getAsInt()));
        }
    }

    private static String dictionary(int bytes) {
        return bytes == 0
                ? "no dictionary: too few blocks to train one"
                : "zstd uses a dictionary of " + count(bytes) + " bytes, included in its sizes";
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String ratio(double ratio) {
        return String.format(Locale.ROOT, "%.3f", ratio);
    }

    private static String rate(double megabytesPerSecond) {
        return megabytesPerSecond == 0 ? "-" : String.format(Locale.ROOT, "%.0f", megabytesPerSecond);
    }
}
