package io.narrows.node.watch;

import com.google.protobuf.ByteString;
import java.util.Comparator;

/**
 * The keys that a request names, in etcd's convention.
 *
 * @param start the first key, not empty
 * @param end the first key that is no longer in it; empty: {@code start} is the only key; a single zero byte: it has no upper end
 */
record KeyRange(ByteString start, ByteString end) {
    private static final Comparator<ByteString> ORDER = ByteString.unsignedLexicographicalComparator();
    private static final ByteString ZERO = ByteString.copyFrom(new byte[1]);

    /** Of a request, where no key stands for the smallest one. */
    static KeyRange of(ByteString key, ByteString rangeEnd) {
        return new KeyRange(key.isEmpty() ? ZERO : key, rangeEnd);
    }

    boolean isSingleKey() {
        return end.isEmpty();
    }

    private boolean hasUpperEnd() {
        return !end.equals(ZERO);
    }

    /** Whether no key at all is in it. */
    boolean isEmpty() {
        return !isSingleKey() && hasUpperEnd() && ORDER.compare(start, end) >= 0;
    }

    /** Whether it is all keys that begin with {@code start}. */
    boolean isPrefix() {
        return !isSingleKey() && hasUpperEnd() && end.equals(afterPrefix(start));
    }

    boolean contains(ByteString key) {
        if (isSingleKey()) {
            return key.equals(start);
        }
        return ORDER.compare(key, start) >= 0 && (!hasUpperEnd() || ORDER.compare(key, end) < 0);
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
