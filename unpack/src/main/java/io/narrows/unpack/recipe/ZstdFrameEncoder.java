package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A native context that compresses single frames. */
public interface ZstdFrameEncoder extends AutoCloseable {
    /**
     * Compresses all plain bytes into a frame.
     *
     * @param plain direct; its position is advanced by the bytes that were compressed
     * @param dst direct; the frame begins at index 0
     * @param room the bytes of {@code dst} that may be used: {@code ZSTD_compressBound}
     * @param expected if not null, the encoder may stop as soon as its output differs from these remaining bytes
     * @return the length of the frame, or {@link Recipe#STOPPED}
     */
    int encode(
            int level,
            ZstdFrameSettings settings,
            ByteBuffer plain,
            ByteBuffer dst,
            int room,
            @Nullable ByteBuffer expected);

    @Override
    void close();
}
