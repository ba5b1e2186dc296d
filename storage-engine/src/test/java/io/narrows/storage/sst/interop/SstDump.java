package io.narrows.storage.sst.interop;

import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.VersionedRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** RocksDB's {@code sst_dump}, from Debian's package rocksdb-tools. */
final class SstDump {
    private static final Pattern ENTRY = Pattern.compile("'([0-9A-F]*)' seq:(\\d+), type:(\\d+) => ([0-9A-F]*)");

    private SstDump() {}

    /**
     * Runs a command on a file and returns its output.
     *
     * @throws IOException if it fails; the message has its output
     */
    static String run(String command, Path file) throws IOException, InterruptedException {
        List<String> words = List.of("sst_dump", "--file=" + file, "--command=" + command, "--output_hex");
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        if (status != 0) {
            throw new IOException(words + " ended with " + status + ": " + said);
        }
        return said;
    }

    /** Returns the entries that it prints. */
    static List<VersionedRow> scan(Path file) throws IOException, InterruptedException {
        return run("scan", file)
                .lines()
                .map(ENTRY::matcher)
                .filter(Matcher::matches)
                .map(SstDump::row)
                .toList();
    }

    private static VersionedRow row(Matcher entry) {
        EntryType type = EntryType.ofId(Integer.parseInt(entry.group(3)));
        return new VersionedRow(bytes(entry.group(1)), Long.parseLong(entry.group(2)), type, bytes(entry.group(4)));
    }

    private static Slice bytes(String hex) {
        return Slice.of(HexFormat.of().withUpperCase().parseHex(hex));
    }
}
