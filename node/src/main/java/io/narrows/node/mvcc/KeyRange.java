package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.WatchCreateRequest;
import java.util.Comparator;

/**
 * A key range in etcd's convention.
 *
 * @param rangeEnd first key after the range; empty for the single key, a zero byte for {@code key} and all keys after
 *     it
 */
public record KeyRange(ByteString key, ByteString rangeEnd) {
    private static final Comparator<ByteString> ORDER = ByteString.unsignedLexicographicalComparator();

    /** The smallest key. As a range's end it means unbounded; appended to a key, it yields the next key. */
    private static final ByteString ZERO = ByteString.copyFrom(new byte[1]);

    static final KeyRange ALL = new KeyRange(ByteString.EMPTY, ZERO);

    static KeyRange of(RangeRequest request) {
        return new KeyRange(request.getKey(), request.getRangeEnd());
    }

    /** Returns the range of a watch request, in which an empty key means the smallest one. */
    public static KeyRange of(WatchCreateRequest request) {
        return new KeyRange(request.getKey().isEmpty() ? ZERO : request.getKey(), request.getRangeEnd());
    }

    /** Returns the rest of the range after a key. */
    KeyRange behind(ByteString passed) {
        return new KeyRange(passed.concat(ZERO), rangeEnd);
    }

    public boolean isOneKey() {
        return rangeEnd.isEmpty();
    }

    boolean hasEnd() {
        return !rangeEnd.equals(ZERO);
    }

    /** Returns whether the range contains no key. */
    public boolean isEmpty() {
        return !isOneKey() && hasEnd() && ORDER.compare(key, rangeEnd) >= 0;
    }

    /** Returns whether the range is all keys with the prefix {@code key}. */
    public boolean isPrefix() {
        return !isOneKey() && hasEnd() && rangeEnd.equals(afterPrefix(key));
    }

    public boolean contains(ByteString other) {
        if (isOneKey()) {
            return other.equals(key);
        }
        return ORDER.compare(other, key) >= 0 && (!hasEnd() || ORDER.compare(other, rangeEnd) < 0);
    }

    /** Returns the first key after all keys with a prefix; empty if there is none. */
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
