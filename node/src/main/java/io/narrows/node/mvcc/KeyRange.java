package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.WatchCreateRequest;
import java.util.Comparator;

/**
 * Keys as a request names them, in etcd's convention.
 *
 * @param rangeEnd the first key behind; empty for the one key, a zero byte for all keys from {@code key} on
 */
public record KeyRange(ByteString key, ByteString rangeEnd) {
    private static final Comparator<ByteString> ORDER = ByteString.unsignedLexicographicalComparator();

    /** As end of a range it means that there is none; behind a key it makes the next one. It is the smallest key. */
    private static final ByteString ZERO = ByteString.copyFrom(new byte[1]);

    static final KeyRange ALL = new KeyRange(ByteString.EMPTY, ZERO);

    static KeyRange of(RangeRequest request) {
        return new KeyRange(request.getKey(), request.getRangeEnd());
    }

    /** What a request wants to watch, where no key stands for the smallest one. */
    public static KeyRange of(WatchCreateRequest request) {
        return new KeyRange(request.getKey().isEmpty() ? ZERO : request.getKey(), request.getRangeEnd());
    }

    /** What is left of it behind a key. */
    KeyRange behind(ByteString passed) {
        return new KeyRange(passed.concat(ZERO), rangeEnd);
    }

    public boolean isOneKey() {
        return rangeEnd.isEmpty();
    }

    boolean hasEnd() {
        return !rangeEnd.equals(ZERO);
    }

    /** Whether no key at all is in it. */
    public boolean isEmpty() {
        return !isOneKey() && hasEnd() && ORDER.compare(key, rangeEnd) >= 0;
    }

    /** Whether it is all keys that begin with {@code key}. */
    public boolean isPrefix() {
        return !isOneKey() && hasEnd() && rangeEnd.equals(afterPrefix(key));
    }

    public boolean contains(ByteString other) {
        if (isOneKey()) {
            return other.equals(key);
        }
        return ORDER.compare(other, key) >= 0 && (!hasEnd() || ORDER.compare(other, rangeEnd) < 0);
    }

    /** The first key behind all that begin with a prefix; empty where there is none. */
    private static ByteString afterPrefix(ByteString prefix) {
        int last = prefix.size() - 1;
        while (last >= 0 && prefix.byteAt(last) == (byte) 0xFF) {
            last--;
        }
        if (last < 0) {
            return ByteString.EMPTY;
        }
        ByteString incremented = ByteString.copyFrom(new byte[] {(byte) (prefix.byteAt(last) + 1)});
        return prefix.substring(0, last).concat(incremented);
    }
}
