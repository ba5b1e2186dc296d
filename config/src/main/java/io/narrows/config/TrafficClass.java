package io.narrows.config;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What the traffic of a link is: a known class or one that the user named.
 *
 * @param name a lower-case letter, then up to 31 letters, digits and dashes
 */
public record TrafficClass(String name) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    public static final TrafficClass HEARTBEAT = new TrafficClass("heartbeat");
    public static final TrafficClass REPLICATION = new TrafficClass("replication");
    public static final TrafficClass BULK = new TrafficClass("bulk");

    /** gRPC, or other HTTP/2 without TLS, of which no more is known. */
    public static final TrafficClass GRPC = new TrafficClass("grpc");

    /** What does not shrink, because its own ends encrypt it; only a rule that names it compresses it. */
    public static final TrafficClass ENCRYPTED = new TrafficClass("encrypted");

    public static final TrafficClass DEFAULT = new TrafficClass("default");

    /** The link's own messages. Reserved: no file may name it. */
    public static final TrafficClass CONTROL = new TrafficClass("control");

    /** The classes that need not be named to be known. */
    public static final List<TrafficClass> KNOWN = List.of(HEARTBEAT, REPLICATION, BULK, GRPC, ENCRYPTED, DEFAULT);

    /** @throws IllegalArgumentException when the name is no class name */
    public TrafficClass {
        if (!isName(name)) {
            throw new IllegalArgumentException("\"" + name + "\" is no traffic class (expected: " + NAME + ")");
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
