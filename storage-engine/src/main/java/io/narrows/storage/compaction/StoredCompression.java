package io.narrows.storage.compaction;

import io.narrows.codec.CodecSpec;
import io.narrows.storage.sst.TableProperties;
import io.narrows.storage.sst.compress.CompressionType;

/**
 * Checks whether a file has the wanted compression, for {@link CompactionPicker#migrate}. It compares the codec but not its
 * level, and always accepts a file just written with that codec.
 */
public final class StoredCompression {
    private static final int DIGITS = 2;

    private StoredCompression() {}

    /** @param wanted an available codec, see {@link io.narrows.codec.Codecs#resolve(CodecSpec)} */
    public static boolean isAs(TableProperties properties, CodecSpec wanted) {
        CompressionType type = CompressionType.of(wanted.codec());
        String name = properties.compression();
        int listed = name.indexOf(';');
        if (listed < 0) {
            return name.equals(type.rocksName());
        }
        int end = name.indexOf(';', listed + 1);
        String ids = name.substring(listed + 1, end < 0 ? name.length() : end);
        return isOnly(ids, type, properties);
    }

    /**
     * Checks the block types that the property lists since format version 7. It lists the actual types, whatever codec was
     * tried.
     *
     * @param ids two hexadecimal digits each
     */
    private static boolean isOnly(String ids, CompressionType wanted, TableProperties properties) {
        String none = digits(CompressionType.NONE);
        boolean compressed = false;
        for (int at = 0; at + DIGITS <= ids.length(); at += DIGITS) {
            String id = ids.substring(at, at + DIGITS);
            if (!id.equals(none) && !id.equals(digits(wanted))) {
                return false;
            }
            compressed |= !id.equals(none);
        }
        boolean inVain = properties.dataBlocks() == 0 || properties.blocksRejected() > 0;
        return compressed || wanted == CompressionType.NONE || inVain;
    }

    private static String digits(CompressionType type) {
        return "%02X".formatted(type.id());
    }
}
