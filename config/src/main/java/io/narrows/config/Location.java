package io.narrows.config;

/** The location of a node, in names from the provider or the user, which are compared verbatim. */
public record Location(String region, String zone, String host) {
    /** Returns whether both may be the same place, as far as they do not depend on the platform. */
    public boolean agreesWith(Location other) {
        return agree(region, other.region) && agree(zone, other.zone) && agree(host, other.host);
    }

    private static boolean agree(String name, String other) {
        return name.equals(other) || name.equals(PlatformPlace.AUTO) || other.equals(PlatformPlace.AUTO);
    }

    /** Returns {@code us-east-1/us-east-1a/h1}. */
    @Override
    public String toString() {
        return region + "/" + zone + "/" + host;
    }
}
