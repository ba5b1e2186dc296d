package io.narrows.storage.compaction;

import io.narrows.storage.Slice;

/**
 * Data that may lie beneath the output of a job, where a deletion must be kept if it hides something. Single keys must be
 * queried in ascending order.
 */
interface OlderData {
    /** No data lies beneath. */
    OlderData NONE = new OlderData() {
        @Override
        public boolean mayHold(Slice userKey) {
            return false;
        }

        @Override
        public boolean mayHold(Slice begin, Slice end) {
            return false;
        }
    };

    /** Unknown data may lie beneath. */
    OlderData UNKNOWN = new OlderData() {
        @Override
        public boolean mayHold(Slice userKey) {
            return true;
        }

        @Override
        public boolean mayHold(Slice begin, Slice end) {
            return true;
        }
    };

    /** Returns whether an entry of a key, or a range deletion that covers it, may exist. */
    boolean mayHold(Slice userKey);

    /** Returns whether one may exist for any key of {@code [begin, end)}; ranges may be queried in any order. */
    boolean mayHold(Slice begin, Slice end);
}
