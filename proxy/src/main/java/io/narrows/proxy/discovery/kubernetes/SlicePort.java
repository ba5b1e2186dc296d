package io.narrows.proxy.discovery.kubernetes;

import java.util.OptionalInt;

/**
 * The port of a Service's endpoints at which sidecars listen for links.
 *
 * @param number empty if the port has a name
 * @param name name of a port of each EndpointSlice; empty for one without a name, and if the port has a number
 */
public record SlicePort(OptionalInt number, String name) {
    public SlicePort {
        int port = number.orElse(1);
        if (port < 1 || port > 0xFFFF) {
            throw new IllegalArgumentException("port " + port + " is out of range (1 to 65535)");
        }
    }

    /**
     * Returns a port by its number, if the text is one, or else by its name.
     *
     * @throws IllegalArgumentException if the number is not a port
     */
    public static SlicePort of(String text) {
        return text.matches("\\d{1,9}")
                ? new SlicePort(OptionalInt.of(Integer.parseInt(text)), "")
                : new SlicePort(OptionalInt.empty(), text);
    }

    /** Returns the number of the port in a slice; empty if the slice has no port of that name. */
    OptionalInt in(Slice slice) {
        Integer found = slice.ports().get(name);
        return number.isPresent() || found == null ? number : OptionalInt.of(found);
    }
}
