package io.narrows.config;

import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the addresses that the sidecar listens on and dials, and remembers their places in the file. */
final class SidecarAddresses {
    private final List<Found> found = new ArrayList<>();

    Optional<HostPort> read(YamlValue value) {
        Optional<HostPort> address = Addresses.read(value);
        address.ifPresent(at -> found.add(new Found(value, at)));
        return address;
    }

    /**
     * Reports the addresses that need a resolver, for a sidecar that shares its process with a store: there, members' names
     * resolve to the sidecar, and other names do not resolve.
     */
    void refuseNames() {
        for (Found one : found) {
            if (one.address.needsResolver()) {
                one.value.wrong(
                        Words.quote(one.address.host())
                                + " is a host name, which a process that also runs the store does not resolve",
                        "an IP address, or store.process: own");
            }
        }
    }

    private record Found(YamlValue value, HostPort address) {}
}
