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
    /** Bytes of content between two comparisons with what is expected: a block. */
    private static final int STEP = 128 << 10;

    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

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

    @Override
    public PartEncoder begin(int level, boolean hasChecksum) {
        return new Parts(level, hasChecksum);
    }

    private static final class Parts implements PartEncoder {
        private final ZstdCompressCtx context = new ZstdCompressCtx();

        Parts(int level, boolean hasChecksum) {
            context.setLevel(level);
            context.setChecksum(hasChecksum);
            context.setContentSize(false);
        }

        @Override
        public int encode(ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected) {
            ByteBuffer output = dst.duplicate().clear();
            ExpectedOutput comparison = new ExpectedOutput(expected);
            try {
                if (!compress(context, plain, output, comparison)) {
                    return Recipe.STOPPED;
                }
                if ((settings & StreamRecipe.MORE) == 0) {
                    if ((settings & ZstdStreamRecipe.FLUSHED) != 0) {
                        finish(context, output, EndDirective.FLUSH);
                    }
                    finish(context, output, EndDirective.END);
                }
            } catch (ZstdException e) {
                throw new IllegalStateException("zstd compression failed", e);
            }
            return comparison.continuesWith(output) ? output.position() : Recipe.STOPPED;
        }

        @Override
        public void close() {
            context.close();
        }
    }

    /**
     * Compresses plain bytes, of which the last incomplete block stays in the context.
     *
     * @return whether the output is as expected; if not, not all were compressed
     */
    private static boolean compress(
            ZstdCompressCtx context, ByteBuffer plain, ByteBuffer output, ExpectedOutput comparison) {
        int end = plain.limit();
        while (plain.position() < end) {
            plain.limit(Math.min(end, plain.position() + STEP));
            int before = plain.position();
            context.compressDirectByteBufferStream(output, plain, EndDirective.CONTINUE);
            plain.limit(end);
            if (plain.position() == before) {
                throw new IllegalStateException("zstd frame exceeds its bound");
            }
            if (!comparison.continuesWith(output)) {
                return false;
            }
        }
        return true;
    }

    private static void finish(ZstdCompressCtx context, ByteBuffer output, EndDirective directive) {
        while (!context.compressDirectByteBufferStream(output, NOTHING, directive)) {
            if (!output.hasRemaining()) {
                throw new IllegalStateException("zstd frame exceeds its bound");
            }
        }
    }

    private static final class Encoder implements ZstdFrameEncoder {
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
            if (!compress(context, plain, output, comparison)) {
                return Recipe.STOPPED;
            }
            if (settings.isFlushed()) {
                finish(context, output, EndDirective.FLUSH);
            }
            finish(context, output, EndDirective.END);
            return output.position();
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
