package io.narrows.config;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The kind of traffic on a link: a known class or a user-defined one.
 *
 * @param name a lower-case letter, then up to 31 letters, digits and dashes
 */
public record TrafficClass(String name) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    public static final TrafficClass HEARTBEAT = new TrafficClass("heartbeat");
    public static final TrafficClass REPLICATION = new TrafficClass("replication");
    public static final TrafficClass BULK = new TrafficClass("bulk");

    /** gRPC, or other HTTP/2 without TLS that is not classified further. */
    public static final TrafficClass GRPC = new TrafficClass("grpc");

    /** Data that does not shrink because its endpoints encrypt it; only a rule that names this class compresses it. */
    public static final TrafficClass ENCRYPTED = new TrafficClass("encrypted");

    public static final TrafficClass DEFAULT = new TrafficClass("default");

    /** The link's own messages. Reserved: files must not use it. */
    public static final TrafficClass CONTROL = new TrafficClass("control");

    /** The built-in classes. */
    public static final List<TrafficClass> KNOWN = List.of(HEARTBEAT, REPLICATION, BULK, GRPC, ENCRYPTED, DEFAULT);

    /** @throws IllegalArgumentException if the name is not a valid class name */
    public TrafficClass {
        if (!isName(name)) {
            throw new IllegalArgumentException("\"" + name + "\" is not a traffic class (expected: " + NAME + ")");
        }
    }

    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    @Override
    public String toString() {
        return name;
    }
}
