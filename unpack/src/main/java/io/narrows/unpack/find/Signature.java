package io.narrows.unpack.find;

import io.narrows.codec.PackedFormat;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * The bytes at the beginning of a format. {@link SignatureScan} looks at two bytes of every four only, so each signature has
 * clues at four distances from its beginning, all different modulo 4. They are chosen to be rare in text, and in numbers if
 * possible.
 */
enum Signature {
    /** The magic number, flags, and block descriptor of an {@link Lz4Frame}. */
    LZ4_FRAME(
            Set.of(PackedFormat.LZ4),
            6,
            new Mark(0, 0xffffffff, 0x184d2204),
            Clue.pair(0, 0x04, 0x22),
            Clue.pair(1, 0x22, 0x4d),
            Clue.pair(2, 0x4d, 0x18),
            Clue.from(3, 0x18, 0x40, 0x7f).withSecond(flags -> Lz4Frame.valid(flags, 0x40))) {
        @Override
        boolean isValid(ByteBuffer bytes, int at) {
            return Lz4Frame.valid(
                    bytes.get(at + Lz4Frame.FLAGS) & 0xff, bytes.get(at + Lz4Frame.BLOCK_DESCRIPTOR) & 0xff);
        }
    },

    /** The magic number and descriptor of a {@link ZstdFrame}. */
    ZSTD_FRAME(
            Set.of(PackedFormat.ZSTD),
            5,
            new Mark(0, 0xffffffff, 0xfd2fb528),
            Clue.pair(0, 0x28, 0xb5),
            Clue.pair(1, 0xb5, 0x2f),
            Clue.pair(2, 0x2f, 0xfd),
            Clue.from(3, 0xfd, 0, 0xff).withSecond(ZstdFrame::usual)) {
        @Override
        boolean isValid(ByteBuffer bytes, int at) {
            return ZstdFrame.usual(bytes.get(at + ZstdFrame.DESCRIPTOR));
        }
    },

    /** The fields of a {@link GzipMember} that are always there. One of the clues begins with the byte before. */
    GZIP_MEMBER(
            Set.of(PackedFormat.GZIP),
            10,
            new Mark(0, 0x00ffffff, 0x00088b1f),
            Clue.pair(0, 0x1f, 0x8b),
            Clue.to(-1, 0x1f),
            Clue.from(2, 0x08, 0, 0x1f),
            Clue.pair(1, 0x8b, 0x08)) {
        @Override
        boolean isValid(ByteBuffer bytes, int at) {
            return GzipMember.begins(bytes, at);
        }
    },

    /** The magic number of an {@link XerialStream}. */
    XERIAL_STREAM(
            Set.of(PackedFormat.SNAPPY),
            8,
            new Mark(0, 0xffffffff, 0x414e5382),
            Clue.pair(0, 0x82, 'S'),
            Clue.pair(5, 'P', 'Y'),
            Clue.pair(6, 'Y', 0),
            Clue.pair(3, 'A', 'P')) {
        @Override
        boolean isValid(ByteBuffer bytes, int at) {
            return word(bytes, at + 4) == 0x00595050;
        }
    },

    /** The identifier of {@link SnappyFrames}. One of the clues ends with the type of the next chunk. */
    SNAPPY_FRAMES(
            Set.of(PackedFormat.SNAPPY),
            10,
            new Mark(0, 0xffffffff, 0x000006ff),
            Clue.pair(0, 0xff, 0x06),
            Clue.from(9, 'Y', 0, 0xff).withSecond(SnappyFrames::isType),
            Clue.pair(6, 'a', 'P'),
            Clue.pair(7, 'P', 'p')) {
        @Override
        boolean isValid(ByteBuffer bytes, int at) {
            return word(bytes, at + 4) == 0x50614e73 && word(bytes, at + 6) == 0x59705061;
        }
    },

    /**
     * The header of a {@link KafkaBatch} in gzip or Snappy. One of the clues is in the time of the first record, in milliseconds
     * since 1970: 2^40 of them ended in November 2004, 2^41 will in September 2039.
     */
    KAFKA_BATCH(
            Set.of(PackedFormat.SNAPPY, PackedFormat.GZIP),
            KafkaBatch.HEADER,
            new Mark(KafkaBatch.ATTRIBUTES, 0x00ffe4ff, 0),
            Clue.pair(KafkaBatch.BASE_TIME + 1, 0, 1),
            Clue.from(KafkaBatch.ATTRIBUTES, 0, 0, 0xff).withSecond(KafkaBatch::isCompressed),
            Clue.to(KafkaBatch.ATTRIBUTES + 1, 0).withFirst(KafkaBatch::isCompressed),
            Clue.to(KafkaBatch.MAGIC - 1, KafkaBatch.VERSION)) {
        @Override
        boolean isValid(ByteBuffer bytes, int at) {
            return KafkaBatch.begins(bytes, at);
        }
    };

    /** Length of the longest signature, in bytes. */
    static final int LONGEST = KafkaBatch.HEADER;

    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** Some bits of the signature, in a little-endian word. They are compared first, because few other bytes have them. */
    private record Mark(int distance, int mask, int value) {}

    private final Set<PackedFormat> formats;
    private final int length;
    private final int markDistance;
    private final int markMask;
    private final int markValue;
    private final List<Clue> clues;

    /**
     * @param formats formats of the pieces that can follow
     * @param length number of bytes that are checked
     */
    Signature(Set<PackedFormat> formats, int length, Mark mark, Clue... clues) {
        this.formats = formats;
        this.length = length;
        this.markDistance = mark.distance();
        this.markMask = mark.mask();
        this.markValue = mark.value();
        this.clues = List.of(clues);
    }

    /** Returns whether the {@link #length} bytes from an index on are valid apart from the mark. */
    abstract boolean isValid(ByteBuffer bytes, int at);

    /** Returns whether the {@link #length} bytes from an index on have this signature. */
    boolean matches(ByteBuffer bytes, int at) {
        return (word(bytes, at + markDistance) & markMask) == markValue && isValid(bytes, at);
    }

    /** Returns whether pieces of one of these formats can follow. */
    boolean wanted(Set<PackedFormat> wanted) {
        return !Collections.disjoint(formats, wanted);
    }

    /** Returns the number of bytes that have to be there for {@link #matches}. */
    int length() {
        return length;
    }

    List<Clue> clues() {
        return clues;
    }

    private static int word(ByteBuffer bytes, int at) {
        return (int) INT.get(bytes, at);
    }
}
