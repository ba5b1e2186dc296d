package io.narrows.tests.linearizability;

import java.util.Optional;

/**
 * A response of the store.
 *
 * @param revision of the store; 0 if the response has none for the key
 * @param succeeded whether a comparison held; true without one
 * @param seen the previous version, if it was requested
 */
record Answer(long revision, boolean succeeded, Optional<Version> seen) {
    String json(boolean compared) {
        return (revision > 0 ? ",\"revision\":" + revision : "")
                + (compared && succeeded ? ",\"succeeded\":true" : "")
                + seen.map(version -> ",\"seen\":" + version.json()).orElse("");
    }
}
