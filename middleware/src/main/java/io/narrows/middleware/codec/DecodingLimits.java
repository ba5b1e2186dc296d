package io.narrows.middleware.codec;

/**
 * What a message may cost whoever decodes it, whatever its header says.
 *
 * @param maxMessageBytes the most bytes of a decoded message, from 1 to 2^30; {@link #OF_SERVICE} leaves it to {@code
 *     maxInboundMessageSize} of the channel or server that uses the codec. A message beyond a limit given here ends its call
 *     with RESOURCE_EXHAUSTED; beyond gRPC's own, as gRPC does for its gzip: with UNKNOWN at a server (grpc-java 1.83)
 * @param maxWindowLog the largest window that a zstd frame of unknown size may ask for, as a base-two logarithm of bytes, from
 *     10 to 27. A frame that tells its size needs no more window than that, and is held to {@code maxMessageBytes} where that is given
 */
public record DecodingLimits(int maxMessageBytes, int maxWindowLog) {
    /** The limit of a decoded message is that of its channel or server. */
    public static final int OF_SERVICE = 0;

    static final int MOST_BYTES = 1 << 30;

    private static final int MIN_LOG = 10;
    private static final int MAX_LOG = 27;

    /** Messages as large as the channel or server takes, and windows of 8 MiB, which every decoder of zstd should take (RFC 8878). */
    public static final DecodingLimits DEFAULT = new DecodingLimits(OF_SERVICE, 23);

    /** @throws IllegalArgumentException when a limit is out of its range */
    public DecodingLimits {
        if (maxMessageBytes < OF_SERVICE || maxMessageBytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "largest message of " + maxMessageBytes + " bytes (expected: 0-" + MOST_BYTES + ")");
        }
        if (maxWindowLog < MIN_LOG || maxWindowLog > MAX_LOG) {
            throw new IllegalArgumentException(
                    "largest window log " + maxWindowLog + " (expected: " + MIN_LOG + "-" + MAX_LOG + ")");
        }
    }

    boolean followService() {
        return maxMessageBytes == OF_SERVICE;
    }

    /** The same windows with another size of messages. */
    public DecodingLimits withMaxMessageBytes(int bytes) {
        return new DecodingLimits(bytes, maxWindowLog);
    }
}
