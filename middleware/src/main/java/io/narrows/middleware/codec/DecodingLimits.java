package io.narrows.middleware.codec;

/**
 * What a message may cost whoever decodes it, whatever its header says.
 *
 * @param maxMessageBytes the most bytes of a decoded message; the same as, or more than, {@code maxInboundMessageSize} of the
 *     channels and servers that use the codecs. From 1 to 2^30
 * @param maxWindowLog the largest window that a zstd frame of unknown size may ask for, as a base-two logarithm of bytes, from
 *     10 to 27. A frame that tells its size needs no more window than that, and is held to {@code maxMessageBytes}
 */
public record DecodingLimits(int maxMessageBytes, int maxWindowLog) {
    private static final int MOST_BYTES = 1 << 30;
    private static final int MIN_LOG = 10;
    private static final int MAX_LOG = 27;

    /** 4 MiB, as gRPC's own limit of inbound messages, and windows of 8 MiB, which every decoder of zstd should take (RFC 8878). */
    public static final DecodingLimits DEFAULT = new DecodingLimits(4 << 20, 23);

    /** @throws IllegalArgumentException when a limit is out of its range */
    public DecodingLimits {
        if (maxMessageBytes < 1 || maxMessageBytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "largest message of " + maxMessageBytes + " bytes (expected: 1-" + MOST_BYTES + ")");
        }
        if (maxWindowLog < MIN_LOG || maxWindowLog > MAX_LOG) {
            throw new IllegalArgumentException(
                    "largest window log " + maxWindowLog + " (expected: " + MIN_LOG + "-" + MAX_LOG + ")");
        }
    }

    /** The same windows with another size of messages. */
    public DecodingLimits withMaxMessageBytes(int bytes) {
        return new DecodingLimits(bytes, maxWindowLog);
    }
}
