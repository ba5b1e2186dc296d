package io.narrows.node.bolt;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The buckets that etcd 3.4 makes, and the keys of {@code meta}. */
final class EtcdBuckets {
    /** {@link Revision} to {@code mvccpb.KeyValue}. */
    static final String KEY = "key";

    /** Id, 8 bytes, big-endian, to {@code leasepb.Lease}. */
    static final String LEASE = "lease";

    static final String META = "meta";

    /** In the order in which they lie in the file. */
    static final List<String> ALL = List.of(
            "alarm", "auth", "authRoles", "authUsers", "cluster", KEY, LEASE, "members", "members_removed", META);

    /** 8 bytes, big-endian. */
    static final byte[] CONSISTENT_INDEX = ascii("consistent_index");

    /** A {@link Revision}. */
    static final byte[] FINISHED_COMPACTION = ascii("finishedCompactRev");

    /** A {@link Revision}. */
    static final byte[] SCHEDULED_COMPACTION = ascii("scheduledCompactRev");

    private EtcdBuckets() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
