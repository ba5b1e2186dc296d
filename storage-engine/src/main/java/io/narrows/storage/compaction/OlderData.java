package io.narrows.storage.compaction;

import io.narrows.storage.Slice;

/**
 * What may lie beneath the files that a job writes. A deletion that has something to hide there must stay. Keys are asked
 * for in ascending order.
 */
interface OlderData {
    /** Nothing lies beneath. */
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

    /** Anything may. */
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

    /** Whether there may be an entry of a key, or a range deletion over it. */
    boolean mayHold(Slice userKey);

    /** The same for any key of {@code [begin, end)}, in no particular order. */
    boolean mayHold(Slice begin, Slice end);
}
