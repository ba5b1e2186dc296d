package io.narrows.codec;

import io.narrows.codec.dense.ArrayPool;
import io.narrows.codec.dense.ContextState;
import io.narrows.codec.dense.Effort;
import io.narrows.codec.dense.FrameEncoder;
import io.narrows.codec.dense.Workspace;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * {@code dense} as a stream. A dictionary, or the state that its frames leave, is loaded with the first frame, which may take a millisecond:
 * the caller chooses the thread that encodes it, but may create the encoder on an event loop.
 */
final class DenseEncoder extends EncodingContext {
    private final FrameEncoder frames;
    private final boolean isLevel0;
    private final ThreadLocal<Workspace> workspaces;
    private final CodecSpec spec;
    private @Nullable StreamDictionary dictionary;

    /** Content with which the window begins; null without a dictionary, or if contexts begin from a state. */
    private @Nullable ByteBuffer content;

    /** The state that the dictionary's frames leave, from which contexts begin; null for none. */
    private @Nullable ContextState initialState;

    private boolean isLoaded;

    /** Whether the context begins from a state of another one. */
    private boolean hasState;

    DenseEncoder(CodecSpec spec, boolean isVersion2, ThreadLocal<Workspace> workspaces, ArrayPool arrays) {
        this.spec = spec;
        this.isLevel0 = spec.level() == 0;
        this.frames = new FrameEncoder(Effort.ofLevel(spec.level()), spec.windowLog(), isVersion2 || isLevel0, arrays);
        this.workspaces = workspaces;
    }

    @Override
    void use(@Nullable StreamDictionary next) {
        if (hasState) {
            throw new IllegalStateException("cannot begin with a dictionary from a state");
        }
        ByteBuffer ofDictionary = next == null ? null : next.content();
        initialState = next == null ? null : next.initialState(spec);
        content = initialState == null ? ofDictionary : null;
        dictionary = next;
        forget();
    }

    private void beginFromInitialState() {
        if (initialState != null && !frames.beginFrom(initialState)) {
            throw new IllegalStateException("cannot begin with the dictionary's frames in version 1 of dense");
        }
    }

    private void load() {
        if (content != null && !isLoaded) {
            isLoaded = true;
            frames.loadDictionary(content.duplicate());
        }
    }

    @Override
    public int maxFrameLength(int length) {
        return FrameEncoder.maxFrameLength(length) + DictionaryMark.length(dictionary);
    }

    @Override
    void begin(ByteBuffer dst) {
        load();
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
    public @Nullable Runnable preparation(long permittedBytes) {
        requireOpen();
        return frames.preparation(permittedBytes);
    }

    @Override
    public long decoderBytes() {
        requireOpen();
        return frames.decoderBytes();
    }

    @Override
    public long decoderBytesAfter(int learnt, int content) {
        requireOpen();
        return frames.decoderBytesAfter(unloaded() + learnt, content);
    }

    @Override
    public long memoryBytesAfter(int learnt, int content) {
        requireOpen();
        return frames.memoryBytesAfter(unloaded() + learnt, content);
    }

    /** Returns the bytes of the dictionary that the next frame loads. */
    private int unloaded() {
        ByteBuffer next = content;
        return next == null || isLoaded ? 0 : next.remaining();
    }

    @Override
    public void learn(ByteBuffer content) {
        requireOpen();
        load();
        frames.learn(content);
    }

    @Override
    public boolean keepsHistory() {
        return true;
    }

    @Override
    public boolean beginFrom(ContextState state) {
        requireOpen();
        if (dictionary != null) {
            throw new IllegalStateException("cannot begin from a state with a dictionary");
        }
        boolean begins = frames.beginFrom(state);
        hasState |= begins;
        return begins;
    }

    @Override
    public ContextState state() {
        requireOpen();
        load();
        return frames.state();
    }

    @Override
    void forget() {
        frames.reset();
        isLoaded = false;
        hasState = false;
        beginFromInitialState();
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
