package io.narrows.config;

import java.util.ArrayList;
import java.util.List;

/**
 * An address that other machines can reach without permission in the file.
 *
 * @param setting the admin endpoint or the kind of capture, as in the file
 * @param reach what others can do there
 */
public record ExposedAddress(String setting, HostPort listen, String reach) {
    /**
     * Returns the addresses of the admin endpoint and of captures that are neither on loopback nor permitted by
     * {@code exposed}.
     */
    public static List<ExposedAddress> of(Config config) {
        List<ExposedAddress> found = new ArrayList<>();
        AdminSettings admin = config.admin();
        if (reachesOthers(admin.listen(), admin.exposed())) {
            found.add(new ExposedAddress("admin.listen", admin.listen(), "read the configuration and metrics"));
        }
        for (Capture capture : config.captures()) {
            if (reachesOthers(capture.listen(), capture.exposed())) {
                found.add(capture.match(
                        listener -> new ExposedAddress(
                                "capture.listen", listener.listen(), "connect to a database of " + listener.peer()),
                        connect -> new ExposedAddress(
                                "capture.connect", connect.listen(), "connect to databases of all peers")));
            }
        }
        return found;
    }

    private static boolean reachesOthers(HostPort listen, boolean permitted) {
        return !permitted && !listen.isLoopback();
    }

    /** Returns {@code admin.listen 0.0.0.0:9901 is not on loopback, so others can …}, with the remedy. */
    @Override
    public String toString() {
        return setting + " " + listen + " is not on loopback, so other machines can " + reach
                + "; set exposed: true or use a loopback address, or the next release will reject it";
    }
}
