package io.narrows.node.api;

import java.security.SecureRandom;

/** Random ids for leases requested without an id; positive, like etcd's. Thread-safe. */
final class LeaseIds {
    private final SecureRandom random = new SecureRandom();

    long next() {
        long id;
        do {
            id = random.nextLong() & Long.MAX_VALUE;
        } while (id == 0);
        return id;
    }
}
