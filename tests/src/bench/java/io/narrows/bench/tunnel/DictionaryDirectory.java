package io.narrows.bench.tunnel;

import io.narrows.codec.DictionaryTraining;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The dictionaries of both nodes of a {@link MutualTunnel}, for connections that the near one captures. Each node has those of both
 * directions from the start, so none is sent. Closing it deletes them.
 */
public final class DictionaryDirectory implements Closeable {
    private final Path path;

    private DictionaryDirectory(Path path) {
        this.path = path;
    }

    public static DictionaryDirectory create() throws IOException {
        return new DictionaryDirectory(Files.createTempDirectory("bench-dictionaries"));
    }

    /**
     * Trains the dictionary of one direction; there is none if the reads are too few or have nothing in common.
     *
     * @param fromClient whether it is that of the client's data
     */
    public void train(boolean fromClient, List<byte[]> reads) throws IOException {
        Optional<Dictionary> trained = DictionaryTraining.train(reads, Dictionary.MAX_BYTES);
        if (trained.isPresent()) {
            write("far/work/dialled-" + (fromClient ? "sent" : "received"), trained.get());
            write("near/work/accepted-" + (fromClient ? "received" : "sent"), trained.get());
        }
    }

    private void write(String direction, Dictionary dictionary) throws IOException {
        FileAttribute<?> ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Path directory = Files.createDirectories(path.resolve(direction), ownerOnly);
        DictionaryFile.write(directory.resolve("trained.dict"), dictionary);
    }

    /** Returns the key of both nodes' files. */
    public String key() {
        return "dictionaries: {path: %s, train: false}".formatted(path);
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
