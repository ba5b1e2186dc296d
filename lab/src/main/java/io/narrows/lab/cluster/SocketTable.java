package io.narrows.lab.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads the connections of some ports from the kernel through {@code ss} of iproute2, which needs no privileges for the
 * user's own processes.
 */
final class SocketTable {
    private final List<String> command;

    SocketTable(Collection<Integer> ports) {
        command = new ArrayList<>(List.of("ss", "-tinpHO"));
        command.add(ports.stream()
                .map(port -> "sport = :" + port + " or dport = :" + port)
                .collect(Collectors.joining(" or ", "( ", " )")));
    }

    /** Returns both ends of all connections; empty if the program is missing or fails. */
    Optional<List<TcpSocket>> read() {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0
                    ? Optional.of(text.lines()
                            .flatMap(line -> TcpSocket.parse(line).stream())
                            .toList())
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
