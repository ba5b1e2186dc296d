package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import java.util.Comparator;

/** The order of keys and of values. */
final class Bytes {
    static final Comparator<ByteString> ORDER = ByteString.unsignedLexicographicalComparator();

    private Bytes() {}
}
