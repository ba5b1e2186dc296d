package io.narrows.storage.sst;

import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.compress.CompressionType;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The property {@code rocksdb.compression}. Below format version 7 it is the name of one type: whatever it is, RocksDB
 * reads blocks of all types, but it insists on the right one for zstd. From version 7 on it is
 * {@code <compatibility name>;<types in hexadecimal>;}, and lists all types that blocks have.
 */
final class CompressionName {
    private static final String BUILT_IN = "BuiltinV2";

    /** A name that RocksDB has nothing for, so that it refuses the file instead of misreading its keys. */
    private static final String THREE_SHARED_PARTS = "Narrows.ThreeSharedParts";

    private CompressionName() {}

    static String of(TableOptions options, CompressionType wanted, Set<CompressionType> used) {
        if (!FormatVersion.listsCompressionTypes(options.formatVersion())) {
            return wanted.rocksName();
        }
        String types = new TreeSet<>(used)
                .stream().map(type -> "%02X".formatted(type.id())).collect(Collectors.joining());
        return compatibilityName(options.keyEncoding()) + ";" + types + ";";
    }

    private static String compatibilityName(KeyEncoding encoding) {
        return encoding == KeyEncoding.SHARED_PREFIX ? BUILT_IN : THREE_SHARED_PARTS;
    }

    /** Whether a name of format version 7 is one that is read here; RocksDB leaves it empty when it does not compress. */
    static boolean isReadable(String name) {
        return name.startsWith(";") || name.startsWith(BUILT_IN + ";") || name.startsWith(THREE_SHARED_PARTS + ";");
    }
}
