package io.narrows.tests.linearizability;

import java.util.Optional;

/**
 * What the store said.
 *
 * @param revision of the store; 0 where the answer has none of the key
 * @param succeeded whether what was expected was there; true where nothing was
 * @param seen what was there before, where the store was asked to say
 */
record Answer(long revision, boolean succeeded, Optional<Version> seen) {
    String json(boolean compared) {
        return (revision > 0 ? ",\"revision\":" + revision : "")
                + (compared && succeeded ? ",\"succeeded\":true" : "")
                + seen.map(version -> ",\"seen\":" + version.json()).orElse("");
    }
}
