package io.narrows.codec;

import io.narrows.codec.dense.ArrayPool;
import io.narrows.codec.dense.ContextState;
import io.narrows.codec.dense.DamagedFrameException;
import io.narrows.codec.dense.FrameDecoder;
import io.narrows.codec.dense.MemoryLimitException;
import io.narrows.codec.dense.Workspace;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The decoder of {@link DenseEncoder}'s frames. */
final class DenseDecoder extends DecodingContext {
    private final FrameDecoder frames;
    private final ThreadLocal<Workspace> workspaces;
    private final @Nullable StreamDictionary dictionary;
    private final @Nullable ByteBuffer content;

    /** The state that the dictionary's frames leave; null if it has none. */
    private final @Nullable ContextState framesState;

    DenseDecoder(int maxWindowLog, ThreadLocal<Workspace> workspaces, ArrayPool arrays) {
        this(maxWindowLog, workspaces, arrays, null);
    }

    DenseDecoder(
            int maxWindowLog,
            ThreadLocal<Workspace> workspaces,
            ArrayPool arrays,
            @Nullable StreamDictionary dictionary) {
        this.dictionary = dictionary;
        this.content = dictionary == null ? null : dictionary.content();
        this.framesState = dictionary == null ? null : dictionary.framesState();
        this.frames = new FrameDecoder(maxWindowLog, arrays);
        this.workspaces = workspaces;
    }

    @Override
    void begin(ByteBuffer src) throws MalformedDataException {
        DictionaryMark.check(src, dictionary);
        try {
            if (framesState != null && frames.fits(src, framesState)) {
                frames.beginFrom(framesState);
            } else if (content != null) {
                frames.beginWithDictionary(src, content.duplicate());
            }
        } catch (DamagedFrameException e) {
            throw damaged(e);
        }
    }

    @Override
    void decodeContent(ByteBuffer src, ByteBuffer dst) throws MalformedDataException {
        try {
            frames.decode(src, dst, workspaces.get());
        } catch (DamagedFrameException e) {
            throw damaged(e);
        }
    }

    private static MalformedDataException damaged(DamagedFrameException e) {
        if (e instanceof MemoryLimitException) {
            return new ContextLimitException("dense " + e.getMessage(), e);
        }
        return new MalformedDataException("dense frame is damaged: " + e.getMessage(), e);
    }

    @Override
    public boolean decodedLevel0() {
        requireOpen();
        return frames.decodedLevel0();
    }

    @Override
    public @Nullable Runnable preparation() {
        requireOpen();
        return frames.preparation();
    }

    @Override
    public void learn(ByteBuffer content) throws MalformedDataException {
        requireOpen();
        try {
            frames.learn(content);
        } catch (DamagedFrameException e) {
            throw damaged(e);
        }
    }

    @Override
    public void limitMemory(long bytes) {
        requireOpen();
        frames.limitMemory(bytes);
    }

    @Override
    public void beginFrom(ContextState state) {
        requireOpen();
        if (content != null) {
            throw new IllegalStateException("cannot begin from a state with a dictionary");
        }
        frames.beginFrom(state);
    }

    @Override
    public ContextState state() {
        requireOpen();
        return frames.state();
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
