package io.narrows.tests.estimate;

import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** tcpdump on a host's loopback, where the connections between a database and its sidecar are not compressed. */
final class LoopbackCapture {
    private static final String FULL_PACKETS = "0";
    private static final String BUFFER_KIB = "65536";

    private final Path file;

    private LoopbackCapture(Path file) {
        this.file = file;
    }

    /** Starts capturing TCP to and from the addresses, until the host is closed. */
    static LoopbackCapture start(Host host, List<String> addresses) {
        Path file = host.directory().resolve("loopback.pcap");
        Server tcpdump = host.start(
                "tcpdump",
                List.of(
                        "tcpdump",
                        "-Z",
                        "root",
                        "--immediate-mode",
                        "-U",
                        "-B",
                        BUFFER_KIB,
                        "-s",
                        FULL_PACKETS,
                        "-i",
                        "lo",
                        "-w",
                        file.toString(),
                        "tcp and (host " + String.join(" or host ", addresses) + ")"));
        await().atMost(Duration.ofMinutes(1)).until(() -> tcpdump.log().contains("listening on"));
        return new LoopbackCapture(file);
    }

    /** Returns the file, which is still being written. */
    Path file() {
        return file;
    }
}
