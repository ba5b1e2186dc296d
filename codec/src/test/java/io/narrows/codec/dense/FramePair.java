package io.narrows.codec.dense;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Both ends of a stream of frames. */
final class FramePair {
    private static final int LIMIT = 64 << 10;

    final FrameEncoder encoder;
    final FrameDecoder decoder;
    private final BooleanSupplier level0;
    private final Workspace workspace = new Workspace();
    private final ByteBuffer coded = ByteBuffer.allocate(FrameEncoder.maxFrameLength(LIMIT));
    private final ByteBuffer content = ByteBuffer.allocate(LIMIT);

    FramePair(int level, int windowLog) {
        this(Effort.ofLevel(level), windowLog, true, () -> level == 0);
    }

    FramePair(Effort effort, int windowLog) {
        this(effort, windowLog, true, () -> false);
    }

    /** Returns a pair of a context of version 1, which has no frames of level 0. */
    static FramePair older(Effort effort, int windowLog) {
        return new FramePair(effort, windowLog, false, () -> false);
    }

    /** Returns the pairs of contexts of both versions. */
    static List<FramePair> ofBothVersions(Effort effort, int windowLog) {
        return List.of(older(effort, windowLog), new FramePair(effort, windowLog));
    }

    private FramePair(Effort effort, int windowLog, boolean isVersion2, BooleanSupplier level0) {
        this.level0 = level0;
        encoder = new FrameEncoder(effort, windowLog, isVersion2, new ArrayPool(0));
        decoder = new FrameDecoder(windowLog);
    }

    /** @param level0 whether the next frame is of level 0, for each frame */
    static FramePair mixed(Effort effort, int windowLog, BooleanSupplier level0) {
        return new FramePair(effort, windowLog, true, level0);
    }

    /** Returns the workspace of the last frame. */
    Workspace workspace() {
        return workspace;
    }

    private void encode(ByteBuffer plain) {
        if (level0.getAsBoolean()) {
            encoder.encodeAtLevel0(plain, coded, workspace);
        } else {
            encoder.encode(plain, coded, workspace);
        }
    }

    byte[] encode(byte[] plain) {
        coded.clear().limit(FrameEncoder.maxFrameLength(plain.length));
        encode(ByteBuffer.wrap(plain));
        return Arrays.copyOf(coded.array(), coded.position());
    }

    byte[] decode(byte[] frame) throws DamagedFrameException {
        decoder.decode(ByteBuffer.wrap(frame), content.clear(), workspace);
        return Arrays.copyOf(content.array(), content.position());
    }

    /** Encodes and decodes without copying; returns the length of the frame. */
    int pass(ByteBuffer plain) throws DamagedFrameException {
        coded.clear();
        encode(plain.duplicate());
        int length = coded.flip().remaining();
        decoder.decode(coded, content.clear().limit(plain.remaining()), workspace);
        if (!content.flip().equals(plain)) {
            throw new AssertionError("a frame of " + plain.remaining() + " bytes came back changed");
        }
        return length;
    }

    void learn(byte[] content) throws DamagedFrameException {
        encoder.learn(ByteBuffer.wrap(content));
        decoder.learn(ByteBuffer.wrap(content));
    }

    void reset() {
        encoder.reset();
        decoder.reset();
    }
}
