package io.narrows.codec;

import io.narrows.codec.dense.ArrayPool;
import io.narrows.codec.dense.Effort;
import io.narrows.codec.dense.FrameEncoder;
import io.narrows.codec.dense.Workspace;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** {@code dense} as a stream. */
final class DenseEncoder extends EncodingContext {
    private final FrameEncoder frames;
    private final ThreadLocal<Workspace> workspaces;

    DenseEncoder(CodecSpec spec, ThreadLocal<Workspace> workspaces, ArrayPool arrays) {
        this.frames = new FrameEncoder(Effort.ofLevel(spec.level()), spec.windowLog(), arrays);
        this.workspaces = workspaces;
    }

    @Override
    public int maxFrameLength(int length) {
        return FrameEncoder.maxFrameLength(length);
    }

    @Override
    void encodeContent(ByteBuffer src, ByteBuffer dst) {
        frames.encode(src, dst, workspaces.get());
    }

    @Override
    public @Nullable Runnable preparation() {
        requireOpen();
        return frames.preparation();
    }

    @Override
    public void learn(ByteBuffer content) {
        requireOpen();
        frames.learn(content);
    }

    @Override
    public boolean keepsHistory() {
        return true;
    }

    @Override
    void forget() {
        frames.reset();
    }

    @Override
    long heldBytes() {
        return frames.memoryBytes();
    }

    @Override
    void free() {
        frames.close();
    }
}
