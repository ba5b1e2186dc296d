package io.narrows.middleware.codec;

/**
 * Limits on the memory that decoding a message may use, whatever its header requests.
 *
 * @param maxMessageBytes limit of a decoded message, in bytes, from 1 to 2^30; {@link #OF_SERVICE} leaves it to
 *     {@code maxInboundMessageSize} of the channel or server. A message beyond a limit given here ends its call with
 *     RESOURCE_EXHAUSTED; one beyond gRPC's limit ends it as with gRPC's gzip: with UNKNOWN at a server (grpc-java 1.83)
 * @param maxWindowLog the largest window that a zstd frame of unknown size may request, as a base-two logarithm of bytes,
 *     from 10 to 27. A frame that declares its size needs no larger window than that, and is subject to
 *     {@code maxMessageBytes} if set
 */
public record DecodingLimits(int maxMessageBytes, int maxWindowLog) {
    /** Leaves the limit of decoded messages to the channel or server. */
    public static final int OF_SERVICE = 0;

    static final int MOST_BYTES = 1 << 30;

    private static final int MIN_LOG = 10;
    private static final int MAX_LOG = 27;

    /** The channel's or server's message limit, and windows of 8 MiB, which every zstd decoder should support (RFC 8878). */
    public static final DecodingLimits DEFAULT = new DecodingLimits(OF_SERVICE, 23);

    /** @throws IllegalArgumentException if a limit is out of range */
    public DecodingLimits {
        if (maxMessageBytes < OF_SERVICE || maxMessageBytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "message size limit of " + maxMessageBytes + " bytes (expected: 0-" + MOST_BYTES + ")");
        }
        if (maxWindowLog < MIN_LOG || maxWindowLog > MAX_LOG) {
            throw new IllegalArgumentException(
                    "window log limit " + maxWindowLog + " (expected: " + MIN_LOG + "-" + MAX_LOG + ")");
        }
    }

    boolean followService() {
        return maxMessageBytes == OF_SERVICE;
    }

    /** Returns a copy with a different message size limit. */
    public DecodingLimits withMaxMessageBytes(int bytes) {
        return new DecodingLimits(bytes, maxWindowLog);
    }
}
