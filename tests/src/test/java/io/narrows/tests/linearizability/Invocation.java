package io.narrows.tests.linearizability;

import java.util.Optional;

/**
 * What a client asks for.
 *
 * @param client whose operations follow one another
 * @param id of the value that is written, or whose lease ends; otherwise empty
 * @param expected what is to be replaced, which the client saw earlier; only for those that compare
 */
record Invocation(int client, Kind kind, String key, String id, Optional<Version> expected) {
    /** What the operation does to its key. */
    enum Kind {
        GET("get"),
        PUT("put"),
        /** Says what was there before. */
        PUT_AND_TELL("put"),
        /** Writes if the key has the expected value. */
        REPLACE_VALUE("cas"),
        /** Writes if the key has the expected revision; 0, if it is not there. */
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
