package io.narrows.proxy.classify;

import io.netty.buffer.ByteBuf;

/** One direction of one gRPC call: where it is in its messages. Not thread-safe. */
final class GrpcStream {
    private static final int PREFIX_BYTES = 5;
    private static final int COMPRESSED = 1;

    private final int id;
    private int prefixRead;
    private boolean compressed;
    private long left;
    private boolean readable = true;

    /** A call whose next byte begins a message. */
    GrpcStream(int id) {
        this.id = id;
    }

    /** A call of which it is not known where its next message begins. */
    static GrpcStream unknown(int id) {
        GrpcStream stream = new GrpcStream(id);
        stream.readable = false;
        return stream;
    }

    int id() {
        return id;
    }

    /** Whether the next byte is not the first of a message, as far as is known. */
    boolean insideMessage() {
        return prefixRead > 0 || !readable;
    }

    /** How many of the next bytes are in compressed messages. */
    long compressedOf(ByteBuf bytes, int from, int length) {
        int at = from;
        int end = from + length;
        long found = 0;
        while (at < end && readable) {
            if (prefixRead < PREFIX_BYTES) {
                prefix(bytes.getUnsignedByte(at++));
            } else {
                int content = (int) Math.min(left, end - at);
                found += compressed ? content : 0;
                left -= content;
                at += content;
            }
            if (prefixRead == PREFIX_BYTES && left == 0) {
                prefixRead = 0;
            }
        }
        return found;
    }

    /** Every other value of the first byte is another protocol's. */
    private void prefix(int next) {
        if (prefixRead == 0) {
            readable = next <= COMPRESSED;
            compressed = next == COMPRESSED;
            left = 0;
        } else {
            left = left << 8 | next;
        }
        prefixRead++;
    }
}
