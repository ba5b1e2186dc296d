package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.Refusal;
import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses an LZ4 block that refers to no earlier one. It does not declare the number of its plain bytes, so that it is decompressed
 * into the room of earlier ones: reading a block only for its length takes a third as long. One that needs more is measured first.
 */
final class Lz4BlockDecoder implements PieceDecoder {
    private final LZ4SafeDecompressor decompressor = LZ4Factory.nativeInstance().safeDecompressor();

    @Override
    public @Nullable Refusal decode(ByteBuffer packed, PieceLimits limits, Workspace workspace) {
        int size = packed.remaining();
        int most = limits.mostPlain(size);
        ByteBuffer plain = workspace.plain().cleared(0);
        if (decompress(packed, plain.limit(Math.min(most, plain.capacity())))) {
            return null;
        }
        long length = Lz4BlockLength.of(packed, 0, most);
        if (length == Lz4BlockLength.INVALID) {
            return Refusal.MALFORMED;
        }
        Refusal refusal = limits.refusal(length, size);
        if (refusal != null) {
            return refusal;
        }
        boolean isWhole =
                decompress(packed, workspace.plain().cleared((int) length).limit((int) length));
        return isWhole ? null : Refusal.MALFORMED;
    }

    /** Fills a buffer with the plain bytes; returns false if it has too little room, or if the block is damaged. */
    private boolean decompress(ByteBuffer packed, ByteBuffer plain) {
        try {
            int size = packed.remaining();
            plain.limit(decompressor.decompress(packed, packed.position(), size, plain, 0, plain.limit()));
            return true;
        } catch (LZ4Exception tooLongOrDamaged) {
            return false;
        }
    }
}
