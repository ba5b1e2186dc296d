package io.narrows.cli.adopt;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads sockets and their processes from {@code /proc}, as proc(5) describes it, or from a copy. */
final class ProcFiles {
    private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)]");

    private final Path proc;

    ProcFiles(Path proc) {
        this.proc = proc;
    }

    /** Returns the name of the host. */
    String hostName() throws IOException {
        return Files.readString(proc.resolve("sys/kernel/hostname")).strip();
    }

    /** Returns the sockets of this host, or of its namespace. */
    List<TcpSocket> sockets() throws IOException {
        TcpTable table = new TcpTable(ByteOrder.nativeOrder());
        List<TcpSocket> sockets = new ArrayList<>(table.parse(Files.readAllLines(proc.resolve("net/tcp"))));
        Path v6 = proc.resolve("net/tcp6");
        if (Files.exists(v6)) { // not on a host without IPv6
            sockets.addAll(table.parse(Files.readAllLines(v6)));
        }
        return sockets;
    }

    /**
     * Returns the programs that have sockets open, by the sockets' inodes. Programs whose descriptors this user may not read
     * are missing.
     */
    Map<Long, Program> programs() throws IOException {
        Map<Long, Program> programs = new HashMap<>();
        for (Path process : processes()) {
            try {
                Program program = program(process);
                inodes(process.resolve("fd")).forEach(inode -> programs.putIfAbsent(inode, program));
            } catch (IOException unreadable) {
                // another user's process, or one that has ended
            }
        }
        return programs;
    }

    /** Returns the folders of processes, the eldest first: of processes that share a socket, it is the parent's. */
    private List<Path> processes() throws IOException {
        List<Path> processes = new ArrayList<>();
        try (DirectoryStream<Path> numbered = Files.newDirectoryStream(proc, "[0-9]*")) {
            numbered.forEach(processes::add);
        }
        processes.sort(Comparator.comparing(process -> process.getFileName().toString(), ProcFiles::byNumber));
        return processes;
    }

    private static int byNumber(String one, String other) {
        return one.length() == other.length() ? one.compareTo(other) : Integer.compare(one.length(), other.length());
    }

    private static Program program(Path process) throws IOException {
        String commandLine = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        return new Program(
                Files.readString(process.resolve("comm"), StandardCharsets.ISO_8859_1)
                        .strip(),
                Arrays.asList(commandLine.split("\0")));
    }

    private static List<Long> inodes(Path descriptors) throws IOException {
        List<Long> inodes = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(descriptors)) {
            all.forEach(descriptor -> inode(descriptor).ifPresent(inodes::add));
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return inodes;
    }

    private static Optional<Long> inode(Path descriptor) {
        try {
            Matcher socket = SOCKET.matcher(Files.readSymbolicLink(descriptor).toString());
            return socket.matches() ? Optional.of(Long.valueOf(socket.group(1))) : Optional.empty();
        } catch (IOException closed) {
            return Optional.empty();
        }
    }
}
