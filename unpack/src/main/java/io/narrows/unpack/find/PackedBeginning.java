package io.narrows.unpack.find;

import io.narrows.codec.PackedFormat;
import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of compressed content of known length, by which its format is recognized: a {@link Signature}, the header of
 * a zlib stream, or else a raw Snappy block, which this format also reads to its end.
 */
final class PackedBeginning extends Format {
    private static final int SHORTEST_SIGNATURE = 2;
    private static final int ZLIB_TRAILER = 4;

    private final Formats formats;
    private final Set<PackedFormat> wanted;
    private long length;
    private @Nullable Signature expected;
    private @Nullable Part next;

    PackedBeginning(Partition partition, Formats formats, Set<PackedFormat> wanted) {
        super(partition);
        this.formats = formats;
        this.wanted = wanted;
    }

    /** @param length length of the content, in bytes; at least the shortest piece */
    PackedBeginning begin(long length) {
        this.length = length;
        expected = null;
        next = null;
        partition().open();
        want(SHORTEST_SIGNATURE);
        return this;
    }

    @Override
    void header(ByteBuffer bytes) {
        if (bytes.limit() == SHORTEST_SIGNATURE) {
            firstBytes(bytes);
        } else if (expected != null) {
            signature(bytes, expected);
        } else if (length <= partition().longestPiece() && SnappyBlock.plausible(bytes, length)) {
            rest(PieceKind.SNAPPY_BLOCK, length - SnappyBlock.BEGINNING);
        }
    }

    private void firstBytes(ByteBuffer bytes) {
        int first = bytes.getShort(0) & 0xffff;
        Signature signature = signatureOf(first);
        if (signature != null && signature.wanted(wanted)) {
            expected = signature;
            extend(signature.length());
        } else if (isZlib(first) && wanted.contains(PackedFormat.GZIP)) {
            piece(PieceKind.DEFLATE, length - SHORTEST_SIGNATURE - ZLIB_TRAILER);
        } else if (wanted.contains(PackedFormat.SNAPPY)) {
            extend(SnappyBlock.BEGINNING);
        }
    }

    private static @Nullable Signature signatureOf(int firstBytes) {
        return switch (firstBytes) {
            case 0x2204 -> Signature.LZ4_FRAME;
            case 0xb528 -> Signature.ZSTD_FRAME;
            case 0x8b1f -> Signature.GZIP_MEMBER;
            case 0x5382 -> Signature.XERIAL_STREAM;
            case 0x06ff -> Signature.SNAPPY_FRAMES;
            default -> null;
        };
    }

    /** Returns whether two bytes are a zlib header (RFC 1950) with the usual window, without a dictionary. */
    private static boolean isZlib(int firstBytes) {
        return switch (firstBytes) {
            case 0x0178, 0x5e78, 0x9c78, 0xda78 -> true;
            default -> false;
        };
    }

    private void signature(ByteBuffer bytes, Signature signature) {
        if (signature.matches(bytes, 0)) {
            if (signature != Signature.ZSTD_FRAME) {
                partition().discard();
            }
            next = formats.after(signature, bytes, 0, length - signature.length());
        }
    }

    /** Returns the format that was recognized, if it has to read what follows. */
    @Nullable
    Part next() {
        return next;
    }
}
