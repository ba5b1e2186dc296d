package io.narrows.tests.linearizability;

import java.util.Optional;

/**
 * A client's request.
 *
 * @param client whose operations are sequential
 * @param id of the value to write, or whose lease ends; otherwise empty
 * @param expected the version to replace, which the client saw earlier; only for comparisons
 */
record Invocation(int client, Kind kind, String key, String id, Optional<Version> expected) {
    /** The effect of an operation on its key. */
    enum Kind {
        GET("get"),
        PUT("put"),
        /** Writes, and returns the previous value. */
        PUT_AND_TELL("put"),
        /** Writes if the key has the expected value. */
        REPLACE_VALUE("cas"),
        /** Writes if the key has the expected revision; 0 requires it to be absent. */
        REPLACE_REVISION("cas"),
        DELETE("delete"),
        /** Renews the lease that the key belongs to. */
        HOLD("hold"),
        /** The lease of the key ends, and with it the key. */
        EXPIRE("expire");

        private final String name;

        Kind(String name) {
            this.name = name;
        }

        boolean compares() {
            return this == REPLACE_VALUE || this == REPLACE_REVISION;
        }

        boolean writes() {
            return compares() || this == PUT || this == PUT_AND_TELL;
        }
    }

    String json() {
        String json = "\"client\":%d,\"op\":\"%s\",\"key\":\"%s\"".formatted(client, kind.name, key);
        if (!id.isEmpty()) {
            json += ",\"value\":\"%s\"".formatted(id);
        }
        return json + expected.map(version -> ",\"expected\":" + version.json()).orElse("");
    }
}
