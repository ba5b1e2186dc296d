package io.narrows.config;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
        AdminSettings admin = config.admin();
        Stream<Optional<ExposedAddress>> ofAdmin =
                Stream.of(of("admin.listen", admin.listen(), admin.exposed(), "read the configuration and metrics"));
        Stream<Optional<ExposedAddress>> ofCaptures = config.captures().stream().map(ExposedAddress::of);
        return Stream.concat(ofAdmin, ofCaptures).flatMap(Optional::stream).toList();
    }

    private static Optional<ExposedAddress> of(Capture capture) {
        return capture.match(
                listener -> of(
                        "capture.listen",
                        listener.listen(),
                        listener.exposed(),
                        "connect to a database of " + listener.peer()),
                connect ->
                        of("capture.connect", connect.listen(), connect.exposed(), "connect to databases of all peers"),
                socks5 -> of("capture.socks5", socks5.listen(), socks5.exposed(), "connect to databases of all peers"),
                transparent -> Optional.empty());
    }

    private static Optional<ExposedAddress> of(String setting, HostPort listen, boolean permitted, String reach) {
        return permitted || listen.isLoopback()
                ? Optional.empty()
                : Optional.of(new ExposedAddress(setting, listen, reach));
    }

    /** Returns {@code admin.listen 0.0.0.0:9901 is not on loopback, so others can …}, with the remedy. */
    @Override
    public String toString() {
        return setting + " " + listen + " is not on loopback, so other machines can " + reach
                + "; set exposed: true or use a loopback address, or the next release will reject it";
    }
}
