package io.narrows.proxy.classify;

import io.netty.buffer.ByteBuf;

/**
 * Parses the frames in one direction of an HTTP/2 connection (RFC 9113, section 4.1), regardless of how reads divide
 * it:
 *
 * <pre>
 *  0        3      4       5           9
 * +--------+------+-------+-----------+---------
 * | length | type | flags | stream id | payload
 * +--------+------+-------+-----------+---------
 * </pre>
 *
 * <p>A direction must begin with SETTINGS, on the connecting side after the preface. Parsing ends if it does not, or at
 * a later violation of the protocol; the bytes are only observed and never held back. Stores only the header of a
 * frame. Not thread-safe.
 */
final class Http2Frames {
    /** Receives the bytes of gRPC messages. */
    interface Listener {
        /** Receives a part of the content of a DATA frame, without padding. */
        void data(int stream, ByteBuf bytes, int from, int length);

        /** Reports the end of the stream in this direction. */
        void ended(int stream);
    }

    private enum State {
        PREFACE,
        HEADER,
        PAD_LENGTH,
        DATA,
        /** In padding, or in a frame that is ignored. */
        SKIPPED,
        /** Not HTTP/2, or no longer understood. */
        LOST
    }

    private static final byte[] PREFACE = {
        'P', 'R', 'I', ' ', '*', ' ', 'H', 'T', 'T', 'P', '/', '2', '.', '0', '\r', '\n', '\r', '\n', 'S', 'M', '\r',
        '\n', '\r', '\n'
    };
    private static final int HEADER_BYTES = 9;
    private static final int SETTING_BYTES = 6;

    private static final int TYPE_DATA = 0;
    private static final int TYPE_HEADERS = 1;
    private static final int TYPE_RST_STREAM = 3;
    private static final int TYPE_SETTINGS = 4;
    private static final int FLAG_END_STREAM = 0x1;
    private static final int FLAG_ACK = 0x1;
    private static final int FLAG_PADDED = 0x8;

    private final Listener listener;
    private State state;
    private boolean begun;
    private int read;
    private long lengthTypeFlags;
    private int stream;
    private int content;
    private int padding;
    private boolean last;

    Http2Frames(Side side, Listener listener) {
        this.listener = listener;
        this.state = side == Side.CONNECTING ? State.PREFACE : State.HEADER;
    }

    /** Returns whether parsing has ended for good. */
    boolean lost() {
        return state == State.LOST;
    }

    /** Parses more bytes. The buffer's indexes stay unchanged. */
    void read(ByteBuf bytes) {
        int at = bytes.readerIndex();
        int end = bytes.writerIndex();
        while (at < end && state != State.LOST) {
            switch (state) {
                case PREFACE -> preface(bytes.getByte(at++));
                case HEADER -> header(bytes.getUnsignedByte(at++));
                case PAD_LENGTH -> padLength(bytes.getUnsignedByte(at++));
                default -> at = payload(bytes, at, Math.min(content, end - at));
            }
        }
    }

    private void preface(byte next) {
        if (next != PREFACE[read++]) {
            state = State.LOST;
        } else if (read == PREFACE.length) {
            expectHeader();
        }
    }

    private void expectHeader() {
        state = State.HEADER;
        read = 0;
        lengthTypeFlags = 0;
        stream = 0;
    }

    private void header(int next) {
        if (read < 5) {
            lengthTypeFlags = lengthTypeFlags << 8 | next;
        } else {
            stream = stream << 8 | next;
        }
        if (++read == HEADER_BYTES) {
            stream &= Integer.MAX_VALUE;
            frame((int) (lengthTypeFlags >>> 16), (int) lengthTypeFlags >>> 8 & 0xff, (int) lengthTypeFlags & 0xff);
        }
    }

    private void frame(int length, int type, int flags) {
        boolean settings = type == TYPE_SETTINGS && stream == 0 && length % SETTING_BYTES == 0;
        if (!begun && !(settings && (flags & FLAG_ACK) == 0) || type == TYPE_DATA && stream == 0) {
            state = State.LOST;
            return;
        }
        begun = true;
        content = length;
        padding = 0;
        boolean ends = (type == TYPE_DATA || type == TYPE_HEADERS) && (flags & FLAG_END_STREAM) != 0;
        last = ends || type == TYPE_RST_STREAM;
        if (type != TYPE_DATA) {
            state = State.SKIPPED;
        } else if ((flags & FLAG_PADDED) != 0) {
            state = length == 0 ? State.LOST : State.PAD_LENGTH;
        } else {
            state = State.DATA;
        }
        endOfPart();
    }

    private void padLength(int length) {
        content -= 1 + length;
        padding = length;
        state = content < 0 ? State.LOST : State.DATA;
        endOfPart();
    }

    private int payload(ByteBuf bytes, int at, int length) {
        if (state == State.DATA) {
            listener.data(stream, bytes, at, length);
        }
        content -= length;
        endOfPart();
        return at + length;
    }

    private void endOfPart() {
        if (state == State.DATA && content == 0 && padding > 0) {
            state = State.SKIPPED;
            content = padding;
            padding = 0;
        }
        if (content == 0 && (state == State.DATA || state == State.SKIPPED)) {
            if (last) {
                listener.ended(stream);
            }
            expectHeader();
        }
    }
}
