package io.narrows.proxy.classify;

import io.netty.buffer.ByteBuf;

/** The position within messages in one direction of one gRPC call. Not thread-safe. */
final class GrpcStream {
    private static final int PREFIX_BYTES = 5;
    private static final int COMPRESSED = 1;

    private final int id;
    private int prefixRead;
    private boolean compressed;
    private long left;
    private boolean readable = true;

    /** Creates a call whose next byte begins a message. */
    GrpcStream(int id) {
        this.id = id;
    }

    /** Returns a call with an unknown position. */
    static GrpcStream unknown(int id) {
        GrpcStream stream = new GrpcStream(id);
        stream.readable = false;
        return stream;
    }

    int id() {
        return id;
    }

    /** Returns whether the next byte is not the first of a message, as far as known. */
    boolean insideMessage() {
        return prefixRead > 0 || !readable;
    }

    /** Returns how many of the next bytes are in compressed messages. */
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

    /** Reads a byte of the prefix. Values other than 0 and 1 in the first byte belong to another protocol. */
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
