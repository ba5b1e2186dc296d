package io.narrows.storage.version;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** RocksDB's {@code ldb}, from Debian's package rocksdb-tools. */
final class Ldb {
    private Ldb() {}

    /**
     * Runs a command on a database and returns its output.
     *
     * @throws IOException if it fails; the message has its output
     */
    static String run(Path directory, String... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("ldb", "--db=" + directory));
        words.addAll(List.of(command));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        if (status != 0 || said.contains("Corruption")) {
            throw new IOException(words + " ended with " + status + ": " + said);
        }
        return said;
    }
}
