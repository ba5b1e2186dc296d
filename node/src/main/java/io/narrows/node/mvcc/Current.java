package io.narrows.node.mvcc;

/**
 * A database and where it stands, which change together.
 *
 * @param state as readers see it; what is applied may be ahead of what is stored
 */
record Current(Store store, StateRecord state) {
    Current with(StateRecord after) {
        return new Current(store, after);
    }
}
