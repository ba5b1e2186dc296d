package io.narrows.config;

/**
 * gRPC methods whose calls belong to one class.
 *
 * @param service full name of a service, with its package; a trailing {@code *} matches any suffix
 * @param method name of a method, likewise; {@code *} alone matches all
 */
public record GrpcMethod(String service, String method, TrafficClass trafficClass) {
    static final String ANY = "*";

    /** Returns whether the pattern matches a method of a service. */
    public boolean matches(String ofService, String name) {
        return matchesPattern(service, ofService) && matchesPattern(method, name);
    }

    private static boolean matchesPattern(String pattern, String name) {
        return pattern.endsWith(ANY)
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
    }
}
