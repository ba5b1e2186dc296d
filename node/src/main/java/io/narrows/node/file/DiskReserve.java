package io.narrows.node.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disk space reserved for when the disk is full: a file of zeros that is deleted at startup if no other space is free, so
 * that the member can start, delete keys, and compact. It is created again when enough space is free. Its size is 1/32 of
 * the disk, between 4 and 64 MiB. Used by one thread, except {@link #isLow}, which is thread-safe.
 */
public final class DiskReserve {
    private static final Logger LOG = LoggerFactory.getLogger(DiskReserve.class);
    private static final String NAME = "reserve";
    private static final long LEAST = 4 << 20;
    private static final long MOST = 64 << 20;
    private static final int PART = 32;
    private static final int BLOCK = 1 << 16;
    /** Free space, in multiples of the reserve, from which the disk is no longer low and the file is created. */
    private static final int ENOUGH = 2;

    private static final int PLENTY = 3;

    private final Path file;
    private final Space space;
    private final long bytes;
    private volatile boolean low;

    /** Disk space in bytes. */
    interface Space {
        long total() throws IOException;

        long usable() throws IOException;
    }

    private DiskReserve(Path file, Space space) throws IOException {
        this.file = file;
        this.space = space;
        this.bytes = Math.max(LEAST, Math.min(MOST, space.total() / PART));
    }

    /** Opens the reserve of a directory, and frees it if less than its size is free. */
    public static DiskReserve open(Path directory) throws IOException {
        return open(directory, new Space() {
            @Override
            public long total() throws IOException {
                return Files.getFileStore(directory).getTotalSpace();
            }

            @Override
            public long usable() throws IOException {
                return Files.getFileStore(directory).getUsableSpace();
            }
        });
    }

    static DiskReserve open(Path directory, Space space) throws IOException {
        DiskReserve reserve = new DiskReserve(directory.resolve(NAME), space);
        if (space.usable() < reserve.bytes && Files.deleteIfExists(reserve.file)) {
            LOG.atWarn()
                    .addKeyValue("directory", directory)
                    .addKeyValue("bytes", reserve.bytes)
                    .log("the disk is full; starting with the reserved space");
        }
        reserve.look();
        return reserve;
    }

    /** Checks the free space and creates the file if enough is free. To be called periodically. */
    public void look() throws IOException {
        long usable = space.usable();
        low = usable < (low || !Files.exists(file) ? ENOUGH : 1) * bytes;
        if (usable >= PLENTY * bytes && !Files.exists(file)) {
            make();
        }
    }

    private void make() throws IOException {
        Path unfinished = file.resolveSibling(NAME + ".unfinished");
        try (FileChannel channel = FileChannel.open(
                unfinished,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocate(BLOCK);
            for (long at = 0; at < bytes; at += BLOCK) {
                channel.write(zeros.clear());
            }
            channel.force(true);
        }
        Files.move(unfinished, file);
    }

    /** Returns whether so little space is free that nothing should grow. */
    public boolean isLow() {
        return low;
    }
}
