package io.narrows.node.bolt;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that gets its name when it is complete and on disk. Until then it has a temporary name; it is deleted if it is
 * never published.
 */
final class UnfinishedFile implements Closeable {
    private final Path target;
    private final Path temporary;
    private final FileChannel channel;

    private UnfinishedFile(Path target, Path temporary, FileChannel channel) {
        this.target = target;
        this.temporary = temporary;
        this.channel = channel;
    }

    /** Creates the file, replacing a temporary file left by a crash. */
    static UnfinishedFile create(Path target) throws IOException {
        Path temporary = target.resolveSibling(target.getFileName() + ".part");
        FileChannel channel = FileChannel.open(
                temporary,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        return new UnfinishedFile(target, temporary, channel);
    }

    FileChannel channel() {
        return channel;
    }

    /** Gives the file its name, replacing an existing file. */
    void publish() throws IOException {
        channel.force(true);
        channel.close();
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        InterruptSafeFile.forceParent(target);
    }

    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(temporary);
    }
}
