package io.narrows.unpack.find;

import java.nio.ByteBuffer;

/**
 * The frames of one direction of an HTTP/2 connection (RFC 9113, section 4.1), of which only the content of DATA frames can
 * have pieces:
 *
 * <pre>
 *  0        3      4       5           9
 * +--------+------+-------+-----------+---------
 * | length | type | flags | stream id | payload
 * +--------+------+-------+-----------+---------
 * DATA: [padding length (u8)], content, [padding]
 * </pre>
 */
final class Http2Frames implements Part {
    private enum State {
        HEADER,
        PADDING_LENGTH,
        DATA,
        /** In padding, or in a frame without content. */
        SKIPPED,
        /** No longer understood. */
        LOST
    }

    private static final int HEADER_BYTES = 9;
    private static final int TYPE_DATA = 0;
    private static final int TYPE_HEADERS = 1;
    private static final int TYPE_RST_STREAM = 3;
    private static final int FLAG_END_STREAM = 0x1;
    private static final int FLAG_PADDED = 0x8;

    /** Length from which a frame is considered a mistake: peers allow 16 KiB unless they ask for more. */
    private static final int LONGEST = 1 << 22;

    private final Partition partition;
    private final GrpcMessages messages;
    private State state = State.HEADER;
    private int headerRead;
    private long lengthTypeFlags;
    private int stream;
    private int content;
    private int padding;
    private boolean last;

    Http2Frames(Partition partition, PackedContent packed) {
        this.partition = partition;
        this.messages = new GrpcMessages(partition, packed);
    }

    /** Begins inside a frame that is not DATA, or before one. */
    Http2Frames begin(int restOfFrame) {
        state = State.SKIPPED;
        content = restOfFrame;
        endOfPart();
        return this;
    }

    @Override
    public int read(ByteBuffer bytes, int from, int end) {
        int at = from;
        while (at < end && state != State.LOST) {
            switch (state) {
                case HEADER -> header(bytes.get(at++) & 0xff);
                case PADDING_LENGTH -> paddingLength(bytes.get(at++) & 0xff);
                default -> at = payload(bytes, at, Math.min(content, end - at));
            }
        }
        return at;
    }

    private void header(int next) {
        partition.foreign(1);
        if (headerRead < 5) {
            lengthTypeFlags = lengthTypeFlags << 8 | next;
        } else {
            stream = stream << 8 | next;
        }
        if (++headerRead == HEADER_BYTES) {
            stream &= Integer.MAX_VALUE;
            frame((int) (lengthTypeFlags >>> 16), (int) lengthTypeFlags >>> 8 & 0xff, (int) lengthTypeFlags & 0xff);
        }
    }

    private void frame(int length, int type, int flags) {
        content = length;
        padding = 0;
        boolean ends = (type == TYPE_DATA || type == TYPE_HEADERS) && (flags & FLAG_END_STREAM) != 0;
        last = ends || type == TYPE_RST_STREAM;
        if (length > LONGEST || type == TYPE_DATA && stream == 0) {
            state = State.LOST;
        } else if (type != TYPE_DATA) {
            state = State.SKIPPED;
        } else if ((flags & FLAG_PADDED) == 0) {
            state = State.DATA;
        } else {
            state = length == 0 ? State.LOST : State.PADDING_LENGTH;
        }
        endOfPart();
    }

    private void paddingLength(int length) {
        partition.foreign(1);
        content -= 1 + length;
        padding = length;
        state = content < 0 ? State.LOST : State.DATA;
        endOfPart();
    }

    private int payload(ByteBuffer bytes, int at, int length) {
        if (state == State.DATA) {
            messages.read(stream, bytes, at, at + length);
        } else {
            partition.foreign(length);
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
                messages.end(stream);
            }
            state = State.HEADER;
            headerRead = 0;
            lengthTypeFlags = 0;
            stream = 0;
        }
    }

    @Override
    public boolean ended() {
        return state == State.LOST;
    }

    @Override
    public void abandon() {
        state = State.LOST;
        messages.abandon();
    }
}
