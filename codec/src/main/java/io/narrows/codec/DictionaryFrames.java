package io.narrows.codec;

import io.narrows.codec.dense.ContextState;
import io.narrows.codec.dense.DamagedFrameException;
import io.narrows.codec.dense.Effort;
import io.narrows.codec.dense.FrameDecoder;
import io.narrows.codec.dense.Workspace;
import io.narrows.codec.dictionary.Dictionary;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Decodes the frames of dense in a dictionary, which are those of one stream. */
public final class DictionaryFrames {
    /** Base-two logarithm of the window of the frames: the smallest one. */
    static final int WINDOW_LOG = 17;

    /** Maximum content of a frame, in bytes: that of a link's frame. */
    static final int MAX_FRAME = 64 << 10;

    /** Maximum content of all frames of a dictionary together, in bytes. */
    static final int MAX_CONTENT = 1 << 20;

    /**
     * Memory to write a state of up to 640 KiB, in bytes: its writer's array of 1 MiB and either the one before, of 512 KiB, or the state itself.
     * The rest is for a frame and its content.
     */
    private static final long WRITING_BYTES = 7 << 18;

    /** The parameters of the stream, which its first frame begins with: version 2, literals in nibbles, and the window. */
    private static final byte[] PARAMETERS = {2, (byte) (0xc0 | WINDOW_LOG)};

    private DictionaryFrames() {}

    /** Returns the most memory that it takes to decode frames and save their state, including the state, in bytes. */
    static long maxBytes() {
        return FrameDecoder.memoryBytes(Effort.ofLevel(SampledFrames.LEVEL), WINDOW_LOG) + WRITING_BYTES;
    }

    /**
     * Decodes all frames of a dictionary, if it has any. Takes up to some tens of milliseconds.
     *
     * @param contents gets the content of each frame, in a buffer that the next one reuses
     * @throws MalformedDataException if a frame is damaged, or they have too much content
     */
    public static void decode(Dictionary dictionary, Consumer<ByteBuffer> contents) throws MalformedDataException {
        if (dictionary.hasFrames()) {
            decode(dictionary, new FrameDecoder(WINDOW_LOG), contents);
        }
    }

    /**
     * Returns the state that the frames of a dictionary leave; null if it has none. Takes up to some tens of milliseconds.
     *
     * @throws MalformedDataException if a frame is damaged, or they have too much content
     */
    static @Nullable ContextState state(Dictionary dictionary) throws MalformedDataException {
        if (!dictionary.hasFrames()) {
            return null;
        }
        FrameDecoder decoder = new FrameDecoder(WINDOW_LOG);
        decode(dictionary, decoder, content -> {});
        return decoder.state();
    }

    private static void decode(Dictionary dictionary, FrameDecoder decoder, Consumer<ByteBuffer> contents)
            throws MalformedDataException {
        List<ByteBuffer> frames = dictionary.frames();
        requireParameters(frames.get(0));
        Workspace workspace = new Workspace();
        ByteBuffer content = ByteBuffer.allocate(MAX_FRAME);
        int number = 1;
        int left = MAX_CONTENT;
        for (ByteBuffer frame : frames) {
            content.clear().limit(Math.min(left, MAX_FRAME));
            try {
                decoder.decode(frame, content, workspace);
            } catch (DamagedFrameException e) {
                throw new MalformedDataException(
                        "dense frame " + number + " of the dictionary is damaged: " + e.getMessage(), e);
            }
            left -= content.position();
            contents.accept(content.flip());
            number++;
        }
    }

    /** Requires that contexts of levels 0 to 2 can begin from the state, which is also smaller than that of level 3. */
    private static void requireParameters(ByteBuffer first) throws MalformedDataException {
        for (int i = 0; i < PARAMETERS.length; i++) {
            if (i >= first.remaining() || first.get(i) != PARAMETERS[i]) {
                throw new MalformedDataException("dense frame 1 of the dictionary has other parameters (expected: "
                        + HexFormat.of().formatHex(PARAMETERS) + ")");
            }
        }
    }
}
