package io.narrows.codec.dense;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Both ends of a stream of frames. */
final class FramePair {
    private static final int LIMIT = 64 << 10;

    final FrameEncoder encoder;
    final FrameDecoder decoder;
    private final Workspace workspace = new Workspace();
    private final ByteBuffer coded = ByteBuffer.allocate(FrameEncoder.maxFrameLength(LIMIT));
    private final ByteBuffer content = ByteBuffer.allocate(LIMIT);

    FramePair(int level, int windowLog) {
        this(Effort.ofLevel(level), windowLog);
    }

    FramePair(Effort effort, int windowLog) {
        encoder = new FrameEncoder(effort, windowLog);
        decoder = new FrameDecoder(windowLog);
    }

    byte[] encode(byte[] plain) {
        coded.clear().limit(FrameEncoder.maxFrameLength(plain.length));
        encoder.encode(ByteBuffer.wrap(plain), coded, workspace);
        return Arrays.copyOf(coded.array(), coded.position());
    }

    byte[] decode(byte[] frame) throws DamagedFrameException {
        decoder.decode(ByteBuffer.wrap(frame), content.clear(), workspace);
        return Arrays.copyOf(content.array(), content.position());
    }

    /** Encodes and decodes without copying; returns the length of the frame. */
    int pass(ByteBuffer plain) throws DamagedFrameException {
        coded.clear();
        encoder.encode(plain.duplicate(), coded, workspace);
        int length = coded.flip().remaining();
        decoder.decode(coded, content.clear().limit(plain.remaining()), workspace);
        if (!content.flip().equals(plain)) {
            throw new AssertionError("a frame of " + plain.remaining() + " bytes came back changed");
        }
        return length;
    }

    void learn(byte[] content) {
        encoder.learn(ByteBuffer.wrap(content));
        decoder.learn(ByteBuffer.wrap(content));
    }

    void reset() {
        encoder.reset();
        decoder.reset();
    }
}
