package io.narrows.config;

/**
 * Methods whose calls are of one class.
 *
 * @param service full name of a service, with its package; a {@code *} at the end stands for any end
 * @param method name of a method, the same way; {@code *} alone is all
 */
public record GrpcMethod(String service, String method, TrafficClass trafficClass) {
    static final String ANY = "*";

    /** Whether a method of a service is meant. */
    public boolean matches(String ofService, String name) {
        return matchesPattern(service, ofService) && matchesPattern(method, name);
    }

    private static boolean matchesPattern(String pattern, String name) {
        return pattern.endsWith(ANY)
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
    }
}
