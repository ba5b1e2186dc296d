package io.narrows.config;

/** The location of a node, in names from the provider or the user, which are compared verbatim. */
public record Location(String region, String zone, String host) {
    /** Returns {@code us-east-1/us-east-1a/h1}. */
    @Override
    public String toString() {
        return region + "/" + zone + "/" + host;
    }
}
