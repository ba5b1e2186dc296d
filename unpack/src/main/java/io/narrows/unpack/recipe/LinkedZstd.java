package io.narrows.unpack.recipe;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.util.ZstdVersion;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The library in the zstd-jni to which this class is linked: that of the class path, or of the jar for which {@link JarLoader} defines
 * this class anew. It uses only what all these releases have.
 */
final class LinkedZstd implements ZstdLibrary {
    private final String version;

    /** @param version of the library; a constant of zstd-jni would be that of the class path, as the compiler copies it */
    LinkedZstd(String version) {
        this.version = version;
    }

    /** Returns the library of the class path. */
    static LinkedZstd ofClassPath() {
        String binding = ZstdVersion.VERSION;
        int end = binding.indexOf('-');
        return new LinkedZstd(end < 0 ? binding : binding.substring(0, end));
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public ZstdFrameEncoder newEncoder() {
        return new Encoder();
    }

    private static final class Encoder implements ZstdFrameEncoder {
        /** Bytes of content between two comparisons with what is expected: a block. */
        private static final int STEP = 128 << 10;

        private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

        private final ZstdCompressCtx context = new ZstdCompressCtx();

        @Override
        public int encode(
                int level,
                ZstdFrameSettings settings,
                ByteBuffer plain,
                ByteBuffer dst,
                int room,
                @Nullable ByteBuffer expected) {
            context.reset();
            context.setLevel(level);
            context.setChecksum(settings.hasChecksum());
            context.setContentSize(settings.hasContentSize());
            try {
                return settings.isStreamed()
                        ? streamed(settings, plain, dst.duplicate().clear().limit(room), expected)
                        : atOnce(plain, dst, room);
            } catch (ZstdException e) {
                throw new IllegalStateException("zstd compression failed at level " + level, e);
            }
        }

        private int atOnce(ByteBuffer plain, ByteBuffer dst, int room) {
            int length = context.compressDirectByteBuffer(dst, 0, room, plain, plain.position(), plain.remaining());
            plain.position(plain.limit());
            return length;
        }

        private int streamed(
                ZstdFrameSettings settings, ByteBuffer plain, ByteBuffer output, @Nullable ByteBuffer expected) {
            ExpectedOutput comparison = new ExpectedOutput(expected);
            if (settings.hasContentSize()) {
                context.setPledgedSrcSize(plain.remaining());
            }
            int end = plain.limit();
            while (plain.position() < end) {
                plain.limit(Math.min(end, plain.position() + STEP));
                context.compressDirectByteBufferStream(output, plain, EndDirective.CONTINUE);
                if (!comparison.continuesWith(output)) {
                    plain.limit(end);
                    return Recipe.STOPPED;
                }
            }
            if (settings.isFlushed()) {
                finish(output, EndDirective.FLUSH);
            }
            finish(output, EndDirective.END);
            return output.position();
        }

        private void finish(ByteBuffer output, EndDirective directive) {
            while (!context.compressDirectByteBufferStream(output, NOTHING, directive)) {
                if (!output.hasRemaining()) {
                    throw new IllegalStateException("zstd frame exceeds its bound");
                }
            }
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
