package io.narrows.config;

import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;

/**
 * Checks a sidecar that shares its process with a store. In that process the members' names resolve to the sidecar and other
 * names do not resolve, so the sidecar's own addresses must be IP addresses.
 */
final class SharedProcess {
    private SharedProcess() {}

    /** Reports every address of the sidecar that would need a resolver. */
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
                        Words.quote(address.host())
                                + " is a host name, which a process that also runs the store does not" + " resolve",
                        "an IP address, or store.process: own"));
    }
}
