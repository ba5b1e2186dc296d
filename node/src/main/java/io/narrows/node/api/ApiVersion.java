package io.narrows.node.api;

/**
 * The release of etcd whose API is served, not the version of this program. Clients parse it and switch off what an etcd of that
 * release lacks: Kubernetes' API server asks for progress of watches from 3.5.13 on. Not later than 3.5.15, because later releases
 * keep a deletion at the compact revision for watches.
 */
final class ApiVersion {
    static final String SERVER = "3.5.15";
    /** The API level of the group, as {@code /version} has it. */
    static final String CLUSTER = "3.5.0";

    private ApiVersion() {}
}
