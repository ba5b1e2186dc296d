package io.narrows.storage.version;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names in a database's directory, as RocksDB gives them. Numbers come from one counter for all kinds. */
public final class FileNames {
    /** What a file is for. */
    public enum Kind {
        /** Names the MANIFEST in force. */
        CURRENT("CURRENT"),
        /** Holds the database's id. */
        IDENTITY("IDENTITY"),
        /** Locked by the process that writes. */
        LOCK("LOCK"),
        MANIFEST("MANIFEST-(\\d+)"),
        /** Write-ahead log. */
        LOG("(\\d+)\\.log"),
        /** SST file; LevelDB named them {@code .ldb}. */
        TABLE("(\\d+)\\.(?:sst|ldb)"),
        /** Values apart from their keys, which are not read here. */
        BLOB("(\\d+)\\.blob"),
        /** What was being written when a process ended. */
        TEMPORARY("(?:OPTIONS-)?(\\d+)\\.(?:dbtmp|sst\\.tmp)"),
        OPTIONS("OPTIONS-(\\d+)");

        private final Pattern pattern;

        Kind(String pattern) {
            this.pattern = Pattern.compile(pattern);
        }

        /** Whether the name has a number. */
        private boolean isNumbered() {
            return compareTo(LOCK) > 0;
        }
    }

    /**
     * What a name says.
     *
     * @param number 0 where the name has none
     */
    public record Parsed(Kind kind, long number) {}

    /** Digits of the largest number. */
    private static final int MAX_DIGITS = 19;

    private FileNames() {}

    public static Path table(Path directory, long number) {
        return numbered(directory, number, ".sst");
    }

    /** The file of a table that is there: {@code .ldb} where there is no {@code .sst}, but that. */
    public static Path existingTable(Path directory, long number) {
        Path table = table(directory, number);
        Path older = numbered(directory, number, ".ldb");
        return !Files.exists(table) && Files.exists(older) ? older : table;
    }

    /** A write-ahead log. */
    public static Path log(Path directory, long number) {
        return numbered(directory, number, ".log");
    }

    public static Path manifest(Path directory, long number) {
        return directory.resolve("MANIFEST-%06d".formatted(number));
    }

    public static Path current(Path directory) {
        return directory.resolve("CURRENT");
    }

    public static Path identity(Path directory) {
        return directory.resolve("IDENTITY");
    }

    public static Path lock(Path directory) {
        return directory.resolve("LOCK");
    }

    /** Where something is written before it gets its name. */
    public static Path temp(Path directory, long number) {
        return numbered(directory, number, ".dbtmp");
    }

    /** The highest number that a file in a directory has, live or not; 0 when none has one. */
    public static long highestNumber(Path directory) throws IOException {
        return DirectoryContent.highestNumber(directory);
    }

    private static Path numbered(Path directory, long number, String suffix) {
        return directory.resolve("%06d%s".formatted(number, suffix));
    }

    /** What a name is; empty when it is not one of a database's, so that the file is left alone. */
    public static Optional<Parsed> parse(String name) {
        return Arrays.stream(Kind.values())
                .flatMap(kind -> parse(kind, name).stream())
                .findFirst();
    }

    private static Optional<Parsed> parse(Kind kind, String name) {
        Matcher matcher = kind.pattern.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return kind.isNumbered()
                ? number(matcher.group(1)).map(number -> new Parsed(kind, number))
                : Optional.of(new Parsed(kind, 0));
    }

    private static Optional<Long> number(String digits) {
        try {
            return digits.length() > MAX_DIGITS ? Optional.empty() : Optional.of(Long.parseLong(digits));
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }
}
