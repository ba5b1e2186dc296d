package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import java.io.IOException;

/** A key that lives at some revision. Good until the walk that shows it goes on. */
interface Living {
    ByteString key();

    KeyValue keyValue() throws IOException;

    /** One that is in memory. */
    record Known(KeyValue keyValue) implements Living {
        @Override
        public ByteString key() {
            return keyValue.getKey();
        }
    }

    /** Is shown the keys of a range. */
    @FunctionalInterface
    interface Visitor {
        void visit(Living living) throws IOException;

        /** Whether it needs to see no more. */
        default boolean isDone() {
            return false;
        }
    }

    /** Shows the keys of a range that live at a revision, in their order, until the visitor is done. */
    @FunctionalInterface
    interface Source {
        void walk(KeyRange range, long revision, Visitor visitor) throws IOException;
    }
}
