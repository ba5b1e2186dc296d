package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.RangeRequest;

/**
 * Keys as a request names them.
 *
 * @param rangeEnd the first key behind; empty for the one key, a zero byte for all keys from {@code key} on
 */
record KeyRange(ByteString key, ByteString rangeEnd) {
    /** As end of a range it means that there is none; behind a key it makes the next one. */
    private static final ByteString ZERO = ByteString.copyFrom(new byte[1]);

    static final KeyRange ALL = new KeyRange(ByteString.EMPTY, ZERO);

    static KeyRange of(RangeRequest request) {
        return new KeyRange(request.getKey(), request.getRangeEnd());
    }

    /** What is left of it behind a key. */
    KeyRange behind(ByteString passed) {
        return new KeyRange(passed.concat(ZERO), rangeEnd);
    }

    boolean isOneKey() {
        return rangeEnd.isEmpty();
    }

    boolean hasEnd() {
        return !rangeEnd.equals(ZERO);
    }

    boolean isEmpty() {
        return !isOneKey()
                && hasEnd()
                && ByteString.unsignedLexicographicalComparator().compare(key, rangeEnd) >= 0;
    }
}
