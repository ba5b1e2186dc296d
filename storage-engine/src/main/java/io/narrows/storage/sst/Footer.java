package io.narrows.storage.sst;

import io.narrows.storage.sst.block.Coding;
import io.narrows.storage.sst.block.MalformedBlockException;
import io.narrows.storage.sst.checksum.ChecksumContext;
import io.narrows.storage.sst.checksum.ChecksumType;
import java.util.Optional;

/**
 * The last 53 bytes of a file (RocksDB's {@code table/format.h}).
 *
 * <pre>
 *   0          1                                         41                45               53
 *   +----------+-----------------------------------------+-----------------+----------------+
 *   | checksum | part 2                                  | version, fixed32| magic, fixed64 |
 *   +----------+-----------------------------------------+-----------------+----------------+
 *   part 2, versions 2 to 5: metaindex handle, index handle, zeros
 *   part 2, versions 6 and 7:
 *              1              5                 9            13                17       41
 *              | 3e 00 7a 00  | footer checksum | context    | metaindex size  | zeros  |
 * </pre>
 *
 * Since version 6, the metaindex ends where the footer begins, and contains the handle of the index.
 *
 * @param index handle of the index, only below version 6
 * @param context base of the checksum contexts of the file; 0 below version 6
 */
record Footer(
        ChecksumType checksum, int formatVersion, BlockHandle metaindex, Optional<BlockHandle> index, int context) {
    static final int LENGTH = 53;
    static final long MAGIC = 0x88e241b785f4cff7L;

    private static final int PART_2 = 1;
    private static final int FOOTER_CHECKSUM = 5;
    private static final int CONTEXT = 9;
    private static final int METAINDEX_SIZE = 13;
    private static final int ZEROS = 17;
    private static final int VERSION = 41;
    private static final int MAGIC_AT = 45;
    private static final int EXTENDED_MAGIC = 0x007a003e;

    /** Encodes the footer for an offset in the file. */
    byte[] encode(long offset) {
        byte[] bytes = new byte[LENGTH];
        bytes[0] = (byte) checksum.id();
        Coding.putFixed32(bytes, VERSION, formatVersion);
        Coding.putFixed64(bytes, MAGIC_AT, MAGIC);
        if (index.isPresent()) {
            index.get().put(bytes, metaindex.put(bytes, PART_2));
            return bytes;
        }
        Coding.putFixed32(bytes, PART_2, EXTENDED_MAGIC);
        Coding.putFixed32(bytes, CONTEXT, context);
        Coding.putFixed32(bytes, METAINDEX_SIZE, (int) metaindex.size());
        Coding.putFixed32(bytes, FOOTER_CHECKSUM, checksumOf(bytes, checksum, context, offset));
        return bytes;
    }

    /**
     * Decodes the footer at an offset of a file.
     *
     * @throws MalformedBlockException if it is invalid, or of an unsupported version
     */
    static Footer decode(byte[] bytes, long offset) throws MalformedBlockException {
        if (Coding.fixed64(bytes, MAGIC_AT) != MAGIC) {
            throw new MalformedBlockException(
                    MAGIC_AT,
                    "magic number 0x%016x (expected: 0x%016x): not an SST file in the block-based format"
                            .formatted(Coding.fixed64(bytes, MAGIC_AT), MAGIC));
        }
        int version = Coding.fixed32(bytes, VERSION);
        if (!FormatVersion.isReadable(version)) {
            throw new MalformedBlockException(
                    VERSION,
                    "format version " + Integer.toUnsignedString(version) + " (expected: " + FormatVersion.OLDEST + "-"
                            + FormatVersion.NEWEST + ")");
        }
        ChecksumType checksum = checksumType(bytes[0]);
        return FormatVersion.hasContextChecksums(version)
                ? decodeExtended(bytes, offset, version, checksum)
                : decodeHandles(bytes, version, checksum);
    }

    private static ChecksumType checksumType(byte id) throws MalformedBlockException {
        try {
            return ChecksumType.ofId(id);
        } catch (IllegalArgumentException e) {
            throw new MalformedBlockException(0, e.getMessage());
        }
    }

    private static Footer decodeHandles(byte[] bytes, int version, ChecksumType checksum)
            throws MalformedBlockException {
        BlockHandle metaindex = BlockHandle.get(bytes, PART_2, VERSION);
        BlockHandle index = BlockHandle.get(bytes, PART_2 + metaindex.length(), VERSION);
        return new Footer(checksum, version, metaindex, Optional.of(index), 0);
    }

    private static Footer decodeExtended(byte[] bytes, long offset, int version, ChecksumType checksum)
            throws MalformedBlockException {
        if (Coding.fixed32(bytes, PART_2) != EXTENDED_MAGIC) {
            throw new MalformedBlockException(PART_2, "the mark of the extended footer is missing");
        }
        int context = Coding.fixed32(bytes, CONTEXT);
        int stored = Coding.fixed32(bytes, FOOTER_CHECKSUM);
        byte[] blank = bytes.clone();
        Coding.putFixed32(blank, FOOTER_CHECKSUM, 0);
        int computed = checksumOf(blank, checksum, context, offset);
        if (checksum != ChecksumType.NONE && stored != computed) {
            throw new MalformedBlockException(
                    FOOTER_CHECKSUM, "footer checksum 0x%08x (expected: 0x%08x)".formatted(stored, computed));
        }
        for (int at = ZEROS; at < VERSION; at++) {
            if (bytes[at] != 0) {
                throw new MalformedBlockException(at, "a nonzero byte of an unknown feature");
            }
        }
        long size = Integer.toUnsignedLong(Coding.fixed32(bytes, METAINDEX_SIZE));
        BlockHandle metaindex = new BlockHandle(offset - BlockTrailer.LENGTH - size, size);
        return new Footer(checksum, version, metaindex, Optional.empty(), context);
    }

    /** Returns the checksum of a footer whose checksum field is zero. */
    private static int checksumOf(byte[] blank, ChecksumType checksum, int context, long offset) {
        return checksum.ofWhole(blank, 0, LENGTH) + ChecksumContext.modifier(context, offset);
    }
}
