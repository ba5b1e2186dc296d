package io.narrows.node.mvcc;

/**
 * A database and its state, which are replaced together.
 *
 * @param state as visible to readers; the applied position may be ahead of the stored one
 */
record Current(Store store, StateRecord state) {
    Current with(StateRecord after) {
        return new Current(store, after);
    }
}
