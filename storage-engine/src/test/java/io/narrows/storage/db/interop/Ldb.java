package io.narrows.storage.db.interop;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** RocksDB's {@code ldb} of version 7.8, from Debian's package rocksdb-tools, on one directory. */
public record Ldb(Path directory) {
    private static final Pattern ROW = Pattern.compile("0x([0-9A-F]*) : 0x([0-9A-F]*)");
    private static final Pattern FAMILIES = Pattern.compile("\\{(.*)}");
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /**
     * Runs a command and returns its output.
     *
     * @throws IOException if it fails; the message has its output
     */
    public String run(String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of("ldb", "--db=" + directory));
        words.addAll(List.of(arguments));
        if (hasOptions() && !arguments[0].endsWith("_column_family")) {
            words.add("--try_load_options=false"); // RocksDB 11 leaves some options that it does not know
        }
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = ended(process);
        if (status != 0 || said.startsWith("Failed: ")) {
            throw new IOException(words + " ended with " + status + ": " + said);
        }
        return said;
    }

    private boolean hasOptions() throws IOException {
        if (!Files.exists(directory)) {
            return false;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith("OPTIONS-"));
        }
    }

    private static int ended(Process process) throws IOException {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while ldb ran", e);
        }
    }

    List<String> families() throws IOException {
        Matcher list = FAMILIES.matcher(run("list_column_families"));
        if (!list.find()) {
            throw new IOException("ldb lists no families");
        }
        return List.of(list.group(1).split(", "));
    }

    /** Returns the rows of each family. */
    public Map<String, List<Row>> rows() throws IOException {
        Map<String, List<Row>> all = new TreeMap<>();
        for (String family : families()) {
            all.put(family, scan(family));
        }
        return all;
    }

    private List<Row> scan(String family) throws IOException {
        return run("scan", "--hex", "--column_family=" + family)
                .lines()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .map(row -> new Row(bytes(row.group(1)), bytes(row.group(2))))
                .toList();
    }

    void put(String family, Slice key, Slice value) throws IOException {
        run("put", "--hex", "--column_family=" + family, hex(key), hex(value));
    }

    static String hex(Slice bytes) {
        return "0x" + HEX.formatHex(bytes.toByteArray());
    }

    private static Slice bytes(String hex) {
        return Slice.of(HEX.parseHex(hex));
    }
}
