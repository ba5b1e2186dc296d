package io.narrows.config;

import io.narrows.config.yaml.YamlValue;
import java.util.Optional;

/** Reads addresses in configuration files. */
final class Addresses {
    private static final String EXPECTED = "host:port such as 127.0.0.1:2380, db-2.example:2380 or [::1]:2380";

    private Addresses() {}

    /** Reads an address with a port from 1 to 65535. */
    static Optional<HostPort> read(YamlValue value) {
        return value.text(EXPECTED).flatMap(text -> parse(value, text));
    }

    private static Optional<HostPort> parse(YamlValue value, String text) {
        try {
            HostPort address = HostPort.parse(text);
            if (address.port() > 0) {
                return Optional.of(address);
            }
            value.wrong("cannot connect to port 0", EXPECTED);
        } catch (IllegalArgumentException e) {
            value.wrong(e.getMessage(), EXPECTED);
        }
        return Optional.empty();
    }
}
