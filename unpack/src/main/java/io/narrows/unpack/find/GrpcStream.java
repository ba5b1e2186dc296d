package io.narrows.unpack.find;

/**
 * The position within the messages in one direction of a gRPC call:
 *
 * <pre>
 *  0                      1              5
 * +----------------------+--------------+---------
 * | compressed (0 or 1)  | length (u32) | message
 * +----------------------+--------------+---------
 * </pre>
 */
final class GrpcStream {
    private static final int PREFIX_BYTES = 5;
    private static final int COMPRESSED = 1;

    private int id;
    private int prefixRead;
    private boolean compressed;
    private long left;

    /** Begins a call, or the next message of a call whose position is known to be between messages. */
    GrpcStream begin(int stream) {
        id = stream;
        prefixRead = 0;
        return this;
    }

    int id() {
        return id;
    }

    /** Returns whether the next byte belongs to a prefix. */
    boolean inPrefix() {
        return prefixRead < PREFIX_BYTES;
    }

    /** Returns whether the next byte is not the first of a message. */
    boolean insideMessage() {
        return prefixRead > 0;
    }

    /** Returns how many bytes of the message follow. */
    long left() {
        return left;
    }

    /** Reads a byte of the prefix. With a first byte other than 0 and 1, the stream is not gRPC, and its messages never end. */
    void prefix(int next) {
        if (prefixRead == 0) {
            compressed = next == COMPRESSED;
            left = 0;
            if (next > COMPRESSED) {
                prefixRead = PREFIX_BYTES;
                left = Long.MAX_VALUE;
                return;
            }
        } else {
            left = left << 8 | next;
        }
        prefixRead++;
        if (prefixRead == PREFIX_BYTES && left == 0) {
            prefixRead = 0;
        }
    }

    /** Returns whether a compressed message follows the prefix, of which the last byte has been read. */
    boolean beginsCompressed() {
        return prefixRead == PREFIX_BYTES && compressed;
    }

    /** Passes over bytes of the message. Returns whether it ended. */
    boolean pass(int bytes) {
        left -= bytes;
        if (left == 0) {
            prefixRead = 0;
        }
        return left == 0;
    }
}
