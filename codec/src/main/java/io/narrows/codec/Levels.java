package io.narrows.codec;

/**
 * The levels of a codec.
 *
 * @param min the lowest level
 * @param max the highest level
 * @param standard the default level of policies
 */
public record Levels(Codec codec, int min, int max, int standard) {
    /** Returns the levels of a codec; a codec without levels only has 0. */
    public static Levels of(Codec codec) {
        return switch (codec) {
            case NONE, SNAPPY, LZ4 -> new Levels(codec, 0, 0, 0);
            case GZIP -> new Levels(codec, 1, 9, 6);
            case LZ4HC -> new Levels(codec, 1, 12, 9);
            case ZSTD -> new Levels(codec, -7, 19, 1);
            case DENSE -> new Levels(codec, 0, 3, 2);
        };
    }

    /** Returns whether the codec has several levels. */
    public boolean exist() {
        return min != max;
    }

    /** Returns whether a level is within the range. zstd has no level 0, which would mean its default. */
    public boolean allow(int level) {
        return level >= min && level <= max && !(codec == Codec.ZSTD && level == 0);
    }

    /** @throws IllegalArgumentException if the level is out of range; the message names the range */
    public void check(int level) {
        if (!allow(level)) {
            throw new IllegalArgumentException(codec.label() + " level " + level + " (expected: " + this + ")");
        }
    }

    /** Formats the range for messages. */
    @Override
    public String toString() {
        if (!exist()) {
            return "none";
        }
        return codec == Codec.ZSTD ? "-7 to -1 or 1 to 19" : min + " to " + max;
    }
}
