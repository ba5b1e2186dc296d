package io.narrows.codec;

import io.narrows.codec.dense.ArrayPool;
import io.narrows.codec.dense.ContextState;
import io.narrows.codec.dense.Effort;
import io.narrows.codec.dense.FrameEncoder;
import io.narrows.codec.dense.Workspace;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** {@code dense} as a stream. */
final class DenseEncoder extends EncodingContext {
    private final FrameEncoder frames;
    private final boolean isLevel0;
    private final ThreadLocal<Workspace> workspaces;
    private final @Nullable StreamDictionary dictionary;
    private final @Nullable ByteBuffer content;

    DenseEncoder(CodecSpec spec, boolean isVersion2, ThreadLocal<Workspace> workspaces, ArrayPool arrays) {
        this(spec, isVersion2, workspaces, arrays, null);
    }

    DenseEncoder(
            CodecSpec spec,
            boolean isVersion2,
            ThreadLocal<Workspace> workspaces,
            ArrayPool arrays,
            @Nullable StreamDictionary dictionary) {
        this.dictionary = dictionary;
        this.content = dictionary == null ? null : dictionary.content();
        this.isLevel0 = spec.level() == 0;
        this.frames = new FrameEncoder(Effort.ofLevel(spec.level()), spec.windowLog(), isVersion2 || isLevel0, arrays);
        this.workspaces = workspaces;
        load();
    }

    private void load() {
        if (content != null) {
            frames.loadDictionary(content.duplicate());
        }
    }

    @Override
    public int maxFrameLength(int length) {
        return FrameEncoder.maxFrameLength(length) + DictionaryMark.length(dictionary);
    }

    @Override
    void begin(ByteBuffer dst) {
        DictionaryMark.put(dst, dictionary);
    }

    @Override
    void encodeContent(ByteBuffer src, ByteBuffer dst) {
        if (isLevel0) {
            encodeContentAtLevel0(src, dst);
        } else {
            frames.encode(src, dst, workspaces.get());
        }
    }

    @Override
    void encodeContentAtLevel0(ByteBuffer src, ByteBuffer dst) {
        frames.encodeAtLevel0(src, dst, workspaces.get());
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
    public boolean beginFrom(ContextState state) {
        requireOpen();
        return frames.beginFrom(state);
    }

    @Override
    public ContextState state() {
        requireOpen();
        return frames.state();
    }

    @Override
    public long maxStateBytes() {
        requireOpen();
        return frames.maxStateBytes();
    }

    @Override
    void forget() {
        frames.reset();
        load();
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
