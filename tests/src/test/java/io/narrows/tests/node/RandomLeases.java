package io.narrows.tests.node;

import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.LeaseKeepAliveRequest;
import io.narrows.node.etcd.LeaseLeasesRequest;
import io.narrows.node.etcd.LeaseRevokeRequest;
import io.narrows.node.etcd.LeaseTimeToLiveRequest;
import java.util.Random;

/** Random calls about a few leases, which outlive every test. */
final class RandomLeases {
    /** Ids up to this one are chosen by the test. */
    static final long LAST = 6;

    private static final int TTL = 100_000;

    private final Random random;

    RandomLeases(Random random) {
        this.random = random;
    }

    /** Returns a lease id, or 0 for none. */
    static long id(Random random) {
        return random.nextLong(LAST + 1);
    }

    Call<?, ?> change() {
        long id = id(random);
        if (random.nextInt(3) == 0) {
            return Call.of(LeaseRevokeRequest.newBuilder().setID(id).build());
        }
        return Call.of(LeaseGrantRequest.newBuilder()
                .setID(Math.max(1, id))
                .setTTL(TTL + random.nextInt(TTL))
                .build());
    }

    Call<?, ?> read() {
        long id = id(random);
        return switch (random.nextInt(4)) {
            case 0 -> Call.of(LeaseKeepAliveRequest.newBuilder().setID(id).build());
            case 1 -> Call.of(LeaseLeasesRequest.getDefaultInstance());
            default ->
                Call.of(LeaseTimeToLiveRequest.newBuilder()
                        .setID(id)
                        .setKeys(random.nextBoolean())
                        .build());
        };
    }
}
