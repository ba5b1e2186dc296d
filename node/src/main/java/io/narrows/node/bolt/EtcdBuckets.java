package io.narrows.node.bolt;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The buckets created by etcd 3.4, and the keys of {@code meta}. */
final class EtcdBuckets {
    /** Maps {@link Revision} to {@code mvccpb.KeyValue}. */
    static final String KEY = "key";

    /** Maps lease ids (8 bytes, big-endian) to {@code leasepb.Lease}. */
    static final String LEASE = "lease";

    static final String META = "meta";

    /** All buckets, in file order. */
    static final List<String> ALL = List.of(
            "alarm", "auth", "authRoles", "authUsers", "cluster", KEY, LEASE, "members", "members_removed", META);

    /** Log index, 8 bytes, big-endian. */
    static final byte[] CONSISTENT_INDEX = ascii("consistent_index");

    /** Value is a {@link Revision}. */
    static final byte[] FINISHED_COMPACTION = ascii("finishedCompactRev");

    /** Value is a {@link Revision}. */
    static final byte[] SCHEDULED_COMPACTION = ascii("scheduledCompactRev");

    private EtcdBuckets() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
