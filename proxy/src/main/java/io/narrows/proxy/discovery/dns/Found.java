package io.narrows.proxy.discovery.dns;

import java.util.Optional;
import java.util.Set;

/**
 * Result of a lookup.
 *
 * @param items those of failed questions are of their last answers
 * @param failure the first failed question; empty if none failed
 * @param seconds time until the first answer expires
 */
record Found<T>(Set<T> items, Optional<String> failure, long seconds) {
    Found {
        items = Set.copyOf(items);
    }
}
