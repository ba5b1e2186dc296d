package io.narrows.config;

/** Where a node is: the names that the provider or the user gives, compared as they are written. */
public record Location(String region, String zone, String host) {
    /** {@code us-east-1/us-east-1a/h1}. */
    @Override
    public String toString() {
        return region + "/" + zone + "/" + host;
    }
}
