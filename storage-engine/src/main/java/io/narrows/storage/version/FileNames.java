package io.narrows.storage.version;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** File names in a database's directory, as in RocksDB. All kinds of files draw their numbers from one counter. */
public final class FileNames {
    /** The purpose of a file. */
    public enum Kind {
        /** Names the active MANIFEST. */
        CURRENT("CURRENT"),
        /** Contains the database's id. */
        IDENTITY("IDENTITY"),
        /** Locked by the writing process. */
        LOCK("LOCK"),
        MANIFEST("MANIFEST-(\\d+)"),
        /** A write-ahead log. */
        LOG("(\\d+)\\.log"),
        /** An SST file; LevelDB's extension was {@code .ldb}. */
        TABLE("(\\d+)\\.(?:sst|ldb)"),
        /** Values stored apart from their keys, which this engine does not read. */
        BLOB("(\\d+)\\.blob"),
        /** A file that was unfinished when its process ended. */
        TEMPORARY("(?:OPTIONS-)?(\\d+)\\.(?:dbtmp|sst\\.tmp)"),
        OPTIONS("OPTIONS-(\\d+)");

        private final Pattern pattern;

        Kind(String pattern) {
            this.pattern = Pattern.compile(pattern);
        }

        /** Returns whether names of this kind contain a number. */
        private boolean isNumbered() {
            return compareTo(LOCK) > 0;
        }
    }

    /**
     * A parsed file name.
     *
     * @param number 0 if the name has none
     */
    public record Parsed(Kind kind, long number) {}

    /** Digits of the largest number. */
    private static final int MAX_DIGITS = 19;

    private FileNames() {}

    public static Path table(Path directory, long number) {
        return numbered(directory, number, ".sst");
    }

    /** Returns the path of an existing table: with {@code .ldb} if only that exists, otherwise with {@code .sst}. */
    public static Path existingTable(Path directory, long number) {
        Path table = table(directory, number);
        Path older = numbered(directory, number, ".ldb");
        return !Files.exists(table) && Files.exists(older) ? older : table;
    }

    /** Returns the path of a write-ahead log. */
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

    /** Returns a temporary path for a file that is renamed once complete. */
    public static Path temp(Path directory, long number) {
        return numbered(directory, number, ".dbtmp");
    }

    /** Returns the highest number in the directory's file names, live or not; 0 if there is none. */
    public static long highestNumber(Path directory) throws IOException {
        return DirectoryContent.highestNumber(directory);
    }

    private static Path numbered(Path directory, long number, String suffix) {
        return directory.resolve("%06d%s".formatted(number, suffix));
    }

    /** Parses a file name; empty if it is not a database's, in which case the file must be left alone. */
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
