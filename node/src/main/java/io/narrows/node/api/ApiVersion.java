package io.narrows.node.api;

/**
 * The etcd release whose API is served, not the version of this program. Clients parse it and disable features that an
 * etcd of that release lacks: Kubernetes' API server requests watch progress since 3.5.13. The version is at most
 * 3.5.15, because later releases keep a deletion at the compact revision for watches.
 */
final class ApiVersion {
    static final String SERVER = "3.5.15";
    /** The group's API level, as reported by {@code /version}. */
    static final String CLUSTER = "3.5.0";

    private ApiVersion() {}
}
