package io.narrows.unpack.recipe;

import com.github.luben.zstd.ZstdDecompressCtx;
import io.narrows.unpack.difference.BestDifferences;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * The native contexts and buffers with which one thread at a time unpacks or rebuilds a piece. Their native memory is charged before it is
 * allocated: methods that return them throw {@link NoWorkspaceMemoryException} if there is not enough.
 */
public final class Workspace {
    /** An inflater's state and its window, rounded up: inflate.h. */
    static final long INFLATER_BYTES = (10 << 10) + (32 << 10);

    /** A decompression context of zstd for whole frames, which has no buffers, rounded up. */
    static final long ZSTD_DECODER_BYTES = 160 << 10;

    private final Charge charge;
    private final GrowingBuffer packed;
    private final GrowingBuffer plain;
    private final GrowingBuffer output;
    private final BestDifferences differences = new BestDifferences();

    private final Lz4FastEncoder lz4Encoder = new Lz4FastEncoder();
    private @Nullable Lz4History history;
    private final Map<Integer, Deflater> deflaters = new HashMap<>();
    private final Map<ZstdLibrary, ChargedEncoder> zstdEncoders = new HashMap<>();
    private @Nullable EarlySnappyEncoder earlySnappy;
    private @Nullable GoFlateEncoder goFlate;
    private @Nullable Inflater inflater;
    private @Nullable ZstdDecompressCtx zstdDecoder;

    /** A context of zstd, and the memory that it keeps: that of the largest level so far. */
    private record ChargedEncoder(ZstdFrameEncoder encoder, long bytes) {}

    Workspace(WorkspaceMemory memory) {
        this.charge = new Charge(memory);
        this.packed = new GrowingBuffer(charge);
        this.plain = new GrowingBuffer(charge);
        this.output = new GrowingBuffer(charge);
    }

    /** Returns the native memory that is charged. */
    long heldBytes() {
        return charge.bytes();
    }

    /** Returns the buffer for a piece without its holes. */
    public GrowingBuffer packed() {
        return packed;
    }

    /** Returns the buffer for plain bytes. */
    public GrowingBuffer plain() {
        return plain;
    }

    /** Returns the buffer for a recipe's output. */
    public GrowingBuffer output() {
        return output;
    }

    public BestDifferences differences() {
        return differences;
    }

    Lz4FastEncoder lz4Encoder() {
        return lz4Encoder;
    }

    /** Sets the history of linked LZ4 blocks, or removes it: a workspace must not keep that of one connection for another. */
    public void use(@Nullable Lz4History next) {
        history = next;
    }

    /** Returns the history of linked LZ4 blocks: an empty one if none was set. */
    Lz4History history() {
        return history == null ? new Lz4History() : history;
    }

    /** Returns a deflater of raw streams at a level, which must be reset after use. */
    Deflater deflater(int level) {
        Deflater deflater = deflaters.get(level);
        if (deflater == null) {
            charge.take(DeflateRecipe.CONTEXT_BYTES);
            deflater = new Deflater(level, true);
            deflaters.put(level, deflater);
        }
        return deflater;
    }

    /** Returns an inflater of raw streams, which must be reset after use. */
    Inflater inflater() {
        if (inflater == null) {
            charge.take(INFLATER_BYTES);
            inflater = new Inflater(true);
        }
        return inflater;
    }

    EarlySnappyEncoder earlySnappy() {
        if (earlySnappy == null) {
            earlySnappy = new EarlySnappyEncoder();
        }
        return earlySnappy;
    }

    GoFlateEncoder goFlate() {
        if (goFlate == null) {
            goFlate = new GoFlateEncoder();
        }
        return goFlate;
    }

    /**
     * Returns the context of a library, which all its levels share.
     *
     * @param bytes its memory for what is to be compressed
     */
    ZstdFrameEncoder zstdEncoder(ZstdLibrary library, long bytes) {
        ChargedEncoder charged = zstdEncoders.get(library);
        long before = charged == null ? 0 : charged.bytes();
        if (charged == null || bytes > before) {
            charge.take(bytes - before);
            charged = new ChargedEncoder(charged == null ? library.newEncoder() : charged.encoder(), bytes);
            zstdEncoders.put(library, charged);
        }
        return charged.encoder();
    }

    ZstdDecompressCtx zstdDecoder() {
        if (zstdDecoder == null) {
            charge.take(ZSTD_DECODER_BYTES);
            zstdDecoder = new ZstdDecompressCtx();
        }
        return zstdDecoder;
    }

    /** Frees the native contexts and buffers. The workspace cannot be used afterward. */
    void close() {
        deflaters.values().forEach(Deflater::end);
        zstdEncoders.values().forEach(charged -> charged.encoder().close());
        if (inflater != null) {
            inflater.end();
        }
        if (zstdDecoder != null) {
            zstdDecoder.close();
        }
        packed.free();
        plain.free();
        output.free();
        charge.giveBack(charge.bytes());
    }
}
