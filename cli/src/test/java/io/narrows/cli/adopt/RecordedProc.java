package io.narrows.cli.adopt;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A folder like {@code /proc}: the recorded connections of a host with etcd and PostgreSQL, and their processes. The
 * connections were recorded on a little-endian host.
 */
final class RecordedProc {
    private static final Pattern WORDS = Pattern.compile("[0-9A-F]{8,32}(?=:[0-9A-F]{4} )");
    private static final int WORD_DIGITS = 8;

    private final Path directory;

    RecordedProc(Path directory) throws IOException {
        this.directory = directory;
        write("sys/kernel/hostname", "db1\n");
        for (String table : new String[] {"tcp", "tcp6"}) {
            write("net/" + table, WORDS.matcher(recorded(table)).replaceAll(words -> ofThisHost(words.group())));
        }
    }

    Path directory() {
        return directory;
    }

    RecordedProc empty(String table) throws IOException {
        write("net/" + table, "heading\n");
        return this;
    }

    /** Adds an established connection. */
    RecordedProc connection(String local, int localPort, String remote, int remotePort, long inode) throws IOException {
        String line = "0: %s:%04X %s:%04X 01 0:0 00:0 0 0 0 %d%n"
                .formatted(ofThisHost(word(local)), localPort, ofThisHost(word(remote)), remotePort, inode);
        Files.writeString(directory.resolve("net/tcp"), line, StandardOpenOption.APPEND);
        return this;
    }

    RecordedProc process(int pid, String name, String commandLine, long... inodes) throws IOException {
        write(pid + "/comm", name + "\n");
        write(pid + "/cmdline", commandLine);
        Path descriptors = Files.createDirectories(directory.resolve(pid + "/fd"));
        for (int i = 0; i < inodes.length; i++) {
            Files.createSymbolicLink(descriptors.resolve("" + (i + 3)), Path.of("socket:[" + inodes[i] + "]"));
        }
        Files.createSymbolicLink(descriptors.resolve("0"), Path.of("pipe:[7]"));
        return this;
    }

    static String recorded(String file) throws IOException {
        try (InputStream in = Objects.requireNonNull(RecordedProc.class.getResourceAsStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void write(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    /** Returns an IPv4 address as a little-endian host writes it. */
    private static String word(String ip) {
        int address = 0;
        for (String octet : ip.split("\\.")) {
            address = address << 8 | Integer.parseInt(octet);
        }
        return "%08X".formatted(Integer.reverseBytes(address));
    }

    private static String ofThisHost(String words) {
        String[] each = words.split("(?<=\\G.{" + WORD_DIGITS + "})");
        return String.join(
                "",
                Arrays.stream(each)
                        .map(word -> "%08X"
                                .formatted(ByteBuffer.allocate(Integer.BYTES)
                                        .order(ByteOrder.LITTLE_ENDIAN)
                                        .putInt(0, Integer.parseUnsignedInt(word, 16))
                                        .order(ByteOrder.nativeOrder())
                                        .getInt(0)))
                        .toList());
    }
}
