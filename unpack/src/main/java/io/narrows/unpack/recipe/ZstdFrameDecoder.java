package io.narrows.unpack.recipe;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.Refusal;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Decompresses a zstd frame directly into the plain buffer: the window that its header requests is never allocated. */
final class ZstdFrameDecoder implements PieceDecoder {
    @Override
    public @Nullable Refusal decode(ByteBuffer packed, PieceLimits limits, Workspace workspace) {
        int size = packed.remaining();
        ZstdFrameHeader header = ZstdFrameHeader.of(packed);
        if (header == null || header.hasDictionary()) {
            return Refusal.MALFORMED;
        }
        ZstdFrameBlocks blocks = ZstdFrameBlocks.of(packed, header);
        if (blocks == null) {
            return Refusal.MALFORMED;
        }
        boolean isKnown = header.hasContentSize();
        Refusal refusal = limits.refusal(isKnown ? header.contentSize() : blocks.leastContent(), size);
        if (refusal != null) {
            return refusal;
        }
        int room = (int) (isKnown ? header.contentSize() : Math.min(limits.mostPlain(size), blocks.mostContent()));
        ByteBuffer plain = workspace.plain().cleared(room);
        try {
            int length =
                    workspace.zstdDecoder().decompressDirectByteBuffer(plain, 0, room, packed, packed.position(), size);
            plain.limit(length);
            return isKnown && length != room ? Refusal.MALFORMED : null;
        } catch (ZstdException e) {
            boolean isTooLong = !isKnown && e.getErrorCode() == Zstd.errDstSizeTooSmall();
            Refusal tooLong = isTooLong ? limits.refusal(blocks.mostContent(), size) : null;
            return tooLong == null ? Refusal.MALFORMED : tooLong;
        }
    }
}
