package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import java.io.IOException;

/** A key that is live at some revision. Valid until the walk that provides it moves on. */
interface Living {
    ByteString key();

    /** Returns the revision in which the key got this version. */
    long revision() throws IOException;

    KeyValue keyValue() throws IOException;

    /** A key in memory. */
    record Known(KeyValue keyValue) implements Living {
        @Override
        public ByteString key() {
            return keyValue.getKey();
        }

        @Override
        public long revision() {
            return keyValue.getModRevision();
        }
    }

    /** Visits the live keys of a range. */
    @FunctionalInterface
    interface Visitor {
        void visit(Living living) throws IOException;

        /** Returns whether the visitor needs no more keys. */
        default boolean isDone() {
            return false;
        }
    }

    /** Visits a range's keys that are live at a revision, in key order, until the visitor is done. */
    @FunctionalInterface
    interface Source {
        void walk(KeyRange range, long revision, Visitor visitor) throws IOException;
    }
}
