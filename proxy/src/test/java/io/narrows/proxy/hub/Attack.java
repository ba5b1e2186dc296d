package io.narrows.proxy.hub;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.proxy.link.hostile.HostileWords;

/** A kind of hostile peer, defined by the first bytes of its connections and the bytes that it then sends repeatedly. */
enum Attack {
    /** Frames that each restart a context of dense. */
    NEW_FRAMES {
        @Override
        byte[] first(String node, int connection) {
            return opened(node, "prompt");
        }

        @Override
        byte[] flood() {
            return FRESH_FRAMES;
        }
    },

    /** Greetings of every kind: none, half of one, a stranger's, and its own without anything after it. */
    HELLOS {
        @Override
        byte[] first(String node, int connection) {
            byte[] own = HostileWords.greeting(node, PADDING);
            return switch (connection % 4) {
                case 0 -> NOTHING;
                case 1 -> java.util.Arrays.copyOf(own, own.length / 2);
                case 2 -> HostileWords.greeting("stranger", PADDING);
                default -> own;
            };
        }

        @Override
        byte[] flood() {
            return NOTHING;
        }
    },

    /** Connections to existing and unknown targets, idle except for pings. */
    OPENS {
        @Override
        byte[] first(String node, int connection) {
            return opened(node, connection % 4 == 0 ? "no-such-target" : connection % 2 == 0 ? "prompt" : "deaf");
        }

        @Override
        byte[] flood() {
            return PINGS;
        }
    },

    /** Frames of a few bytes that each decode to 64 KiB, for a target that never reads. */
    BOMBS {
        @Override
        byte[] first(String node, int connection) {
            return opened(node, "deaf");
        }

        @Override
        byte[] flood() {
            return BOMB_FRAMES;
        }
    };

    private static final int CHUNK = 1_000;
    private static final byte[] NOTHING = {};
    private static final String PADDING = "x".repeat(3_500);
    private static final byte[] FRESH_FRAMES =
            HostileWords.repeated(HostileWords.freshFrame(CodecSpec.of(Codec.DENSE, 2), 1), CHUNK);
    private static final byte[] BOMB_FRAMES =
            HostileWords.repeated(HostileWords.freshFrame(CodecSpec.of(Codec.ZSTD, 3), 64 * 1024), CHUNK);
    private static final byte[] PINGS = HostileWords.repeated(HostileWords.ping(), CHUNK);

    /** @param connection number of the connection, starting at 0 */
    abstract byte[] first(String node, int connection);

    /** Returns about {@value #CHUNK} bytes of complete frames; empty if only the first bytes are sent. */
    abstract byte[] flood();

    private static byte[] opened(String node, String target) {
        return HostileWords.joined(HostileWords.greeting(node, ""), HostileWords.open(target));
    }
}
