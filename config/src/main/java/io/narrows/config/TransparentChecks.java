package io.narrows.config;

import io.narrows.config.yaml.YamlMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks transparent captures against each other and against the rest of the file. */
final class TransparentChecks {
    private record Read(TransparentCapture capture, YamlMap map) {}

    /** What the kernel can hand to one capture only. */
    private record Captured(Interception interception, boolean v6, int port) {}

    private final List<Read> captures = new ArrayList<>();
    private final Map<Captured, TransparentCapture> taken = new HashMap<>();

    void remember(TransparentCapture capture, YamlMap map) {
        captures.add(new Read(capture, map));
    }

    void check(Config config) {
        for (Read read : captures) {
            read.map()
                    .get("ports")
                    .ifPresent(place -> read.capture().ports().forEach(port -> {
                        if (port == config.link().listen().port()) {
                            place.wrong(
                                    "port " + port + " is the port of link.listen, so links would be captured",
                                    "the ports of databases");
                        }
                        Captured key = new Captured(
                                read.capture().interception(), read.capture().isV6(), port);
                        Optional.ofNullable(taken.putIfAbsent(key, read.capture()))
                                .ifPresent(other -> place.wrong(
                                        "port " + port + " is already captured by " + other.listen(),
                                        "each port in one transparent capture of a mode and an address family"));
                    }));
            checkSource(read, config.link());
            checkFail(read, config.link());
        }
    }

    private static void checkFail(Read read, LinkSettings link) {
        TransparentCapture capture = read.capture();
        if (capture.failOpen() && link.tls().isPresent() && !capture.allowDowngrade()) {
            read.map()
                    .wrongKey(
                            "fail",
                            "fail: open with link.tls would send in the clear what links encrypt, while no sidecar runs",
                            "fail: closed, or allow-downgrade: true in this capture");
        }
    }

    private static void checkSource(Read read, LinkSettings link) {
        boolean proven = link.tls().isPresent() || read.capture().plaintext();
        if (read.capture().source().equals(Optional.of(SourceAddress.KEEP)) && !proven) {
            read.map()
                    .wrongKey(
                            "source",
                            "source: keep without link.tls would lend a peer's address to anyone who names it in a hello",
                            "link.tls, source: own, or plaintext: true in this capture");
        }
    }
}
