package io.narrows.tests.linearizability;

/**
 * A change as delivered to a watcher.
 *
 * @param version of the key after the change; of a removal, without an id
 */
record Event(String key, Version version) {
    long revision() {
        return version.revision();
    }
}
