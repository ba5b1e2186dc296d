package io.narrows.tests.linearizability;

/**
 * A change as a watcher is told of it.
 *
 * @param version that the key then had; of a removal, without an id
 */
record Event(String key, Version version) {
    long revision() {
        return version.revision();
    }
}
