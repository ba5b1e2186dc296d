package io.narrows.terminal.option;

import io.narrows.codec.CodecSpec;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options {@code --compression} and {@code --bottommost} of the verbs that write databases. */
public final class CompressionOptions {
    @Option(
            names = "--compression",
            split = ",",
            paramLabel = "CODEC[:LEVEL]",
            converter = BlockSpecConverter.class,
            description =
                    "Codecs of level 0, of the base level, of the next level and so on, such as none,none,lz4,zstd:3; the"
                            + " last one applies to all deeper levels. Default: lz4; commands that write an existing"
                            + " database keep the codecs of its files.")
    private List<CodecSpec> perLevel = List.of();

    @Option(
            names = "--bottommost",
            paramLabel = "CODEC[:LEVEL]",
            converter = BlockSpecConverter.class,
            description = "Codec of the last level that has data. Default: as in --compression.")
    private @Nullable CodecSpec bottommost;

    /** Returns whether the command line names any codec. */
    public boolean areGiven() {
        return !perLevel.isEmpty() || bottommost != null;
    }

    /**
     * Returns at least one codec, level 0 first.
     *
     * @param standard the codecs if the command line names none
     */
    public List<CodecSpec> perLevel(List<CodecSpec> standard) {
        return perLevel.isEmpty() ? standard : List.copyOf(perLevel);
    }

    /** Returns the codec of the last level that has data, if it differs from the level's codec. */
    public Optional<CodecSpec> bottommost() {
        return Optional.ofNullable(bottommost);
    }
}
