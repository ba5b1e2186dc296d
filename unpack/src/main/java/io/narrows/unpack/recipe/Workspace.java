package io.narrows.unpack.recipe;

import com.github.luben.zstd.ZstdDecompressCtx;
import io.narrows.unpack.difference.BestDifferences;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** The native contexts and buffers with which one thread at a time unpacks or rebuilds a piece. */
public final class Workspace {
    private final GrowingBuffer packed = new GrowingBuffer();
    private final GrowingBuffer plain = new GrowingBuffer();
    private final GrowingBuffer output = new GrowingBuffer();
    private final BestDifferences differences = new BestDifferences();

    private final Lz4FastEncoder lz4Encoder = new Lz4FastEncoder();
    private @Nullable Lz4History history;
    private final Map<Integer, Deflater> deflaters = new HashMap<>();
    private final Map<ZstdLibrary, ZstdFrameEncoder> zstdEncoders = new HashMap<>();
    private @Nullable EarlySnappyEncoder earlySnappy;
    private @Nullable GoFlateEncoder goFlate;
    private @Nullable Inflater inflater;
    private @Nullable ZstdDecompressCtx zstdDecoder;

    Workspace() {}

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
        return deflaters.computeIfAbsent(level, it -> new Deflater(it, true));
    }

    /** Returns an inflater of raw streams, which must be reset after use. */
    Inflater inflater() {
        if (inflater == null) {
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

    ZstdFrameEncoder zstdEncoder(ZstdLibrary library) {
        return zstdEncoders.computeIfAbsent(library, ZstdLibrary::newEncoder);
    }

    ZstdDecompressCtx zstdDecoder() {
        if (zstdDecoder == null) {
            zstdDecoder = new ZstdDecompressCtx();
        }
        return zstdDecoder;
    }

    /** Frees the native contexts and buffers. The workspace cannot be used afterward. */
    void close() {
        deflaters.values().forEach(Deflater::end);
        zstdEncoders.values().forEach(ZstdFrameEncoder::close);
        if (inflater != null) {
            inflater.end();
        }
        if (zstdDecoder != null) {
            zstdDecoder.close();
        }
        packed.free();
        plain.free();
        output.free();
    }
}
