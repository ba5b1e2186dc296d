package io.narrows.config;

import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;

/**
 * In the process of a store the names of its members lead to the sidecar, and no other name leads anywhere: a sidecar that
 * shares the process has to do with IP addresses.
 */
final class SharedProcess {
    private SharedProcess() {}

    /** Reports every address of the sidecar that would have to be resolved. */
    static void check(YamlMap root) {
        root.get("link").ifPresent(link -> link.find("listen").ifPresent(SharedProcess::check));
        root.get("admin").ifPresent(admin -> admin.find("listen").ifPresent(SharedProcess::check));
        root.get("targets")
                .ifPresent(targets -> targets.children()
                        .forEach(target -> check(target.find("address").orElse(target))));
        root.get("peers")
                .ifPresent(peers ->
                        peers.children().forEach(peer -> peer.find("link").ifPresent(SharedProcess::check)));
        root.get("capture")
                .ifPresent(captures -> captures.children().forEach(capture -> {
                    capture.find("listen").ifPresent(SharedProcess::check);
                    capture.find("connect").ifPresent(SharedProcess::check);
                }));
    }

    private static void check(YamlValue value) {
        Addresses.read(value.unreported())
                .filter(HostPort::needsResolver)
                .ifPresent(address -> value.wrong(
                        Words.quote(address.host()) + " is a name, which a process with a store in it does not resolve",
                        "an IP address, or process: own in store"));
    }
}
