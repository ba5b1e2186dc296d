package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.Refusal;
import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.jspecify.annotations.Nullable;

/** Decompresses an LZ4 block that refers to no earlier one. */
final class Lz4BlockDecoder implements PieceDecoder {
    private final LZ4SafeDecompressor decompressor = LZ4Factory.nativeInstance().safeDecompressor();

    @Override
    public @Nullable Refusal decode(ByteBuffer packed, PieceLimits limits, Workspace workspace) {
        int size = packed.remaining();
        long length = Lz4BlockLength.of(packed, 0, limits.mostPlain(size));
        if (length == Lz4BlockLength.INVALID) {
            return Refusal.MALFORMED;
        }
        Refusal refusal = limits.refusal(length, size);
        if (refusal != null) {
            return refusal;
        }
        ByteBuffer plain = workspace.plain().cleared((int) length);
        try {
            int written = decompressor.decompress(packed, packed.position(), size, plain, 0, (int) length);
            plain.limit(written);
            return written == length ? null : Refusal.MALFORMED;
        } catch (LZ4Exception damaged) {
            return Refusal.MALFORMED;
        }
    }
}
