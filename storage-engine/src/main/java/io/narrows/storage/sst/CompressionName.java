package io.narrows.storage.sst;

import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.compress.CompressionType;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The property {@code rocksdb.compression}. Below format version 7 it is the name of one type: RocksDB reads blocks of
 * all types regardless, but requires the correct name for zstd. Since version 7 it is
 * {@code <compatibility name>;<types in hexadecimal>;}, and lists the types of all blocks.
 */
final class CompressionName {
    private static final String BUILT_IN = "BuiltinV2";

    /** A name unknown to RocksDB, which therefore rejects the file instead of misreading its keys. */
    private static final String THREE_SHARED_PARTS = "Narrows.ThreeSharedParts";

    private static final String MIXED = "mixed";

    private static final String UNKNOWN = "unknown";

    private static final Pattern HEXADECIMAL = Pattern.compile("([0-9A-Fa-f]{2})*");

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

    /**
     * Summarizes a name in one word: the label of its only type, {@code none} if it lists no other, {@code mixed} if it
     * lists several, {@code unknown} if it is invalid.
     */
    static String label(String name) {
        String[] parts = name.split(";", -1);
        if (parts.length > 1) {
            return labelOfTypes(parts[1]);
        }
        return Arrays.stream(CompressionType.values())
                .filter(type -> type.rocksName().equals(name))
                .map(CompressionType::label)
                .findFirst()
                .orElse(UNKNOWN);
    }

    private static String labelOfTypes(String listed) {
        if (!HEXADECIMAL.matcher(listed).matches()) {
            return UNKNOWN;
        }
        byte[] ids = HexFormat.of().parseHex(listed);
        Set<String> labels = new TreeSet<>();
        for (byte id : ids) {
            labels.add(
                    CompressionType.ofId(id & 0xff).map(CompressionType::label).orElse(UNKNOWN));
        }
        labels.remove(CompressionType.NONE.label());
        return switch (labels.size()) {
            case 0 -> CompressionType.NONE.label();
            case 1 -> labels.iterator().next();
            default -> MIXED;
        };
    }

    /**
     * Returns whether files with this name can be read (format version 7); RocksDB leaves the compatibility name empty
     * without compression.
     */
    static boolean isReadable(String name) {
        return name.startsWith(";") || name.startsWith(BUILT_IN + ";") || name.startsWith(THREE_SHARED_PARTS + ";");
    }
}
