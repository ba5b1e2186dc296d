package io.narrows.node.replica;

import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.LogId;
import io.narrows.node.raftlog.SegmentedLog;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file with an entry that is known to be committed. A restarted member applies its log up to that entry at once, while the group
 * elects a leader; the leader determines which later entries are committed.
 *
 * <p>The file is not forced: after a power loss it may have an earlier entry, or be damaged and ignored. It is also ignored if the log has an
 * entry of another term at that index, or none. If index and term agree, the log has the same entries up to
 * there as the log in which the entry was committed, which Raft calls log matching. The member also works without the file.
 *
 * <p>The layout is part of the data directory's format (docs/formats/raft-committed.md):
 *
 * <pre>
 *   0    4  magic, nCm1
 *   4    4  CRC-32C of everything after this field
 *   8    8  term
 *   16   8  index
 * </pre>
 *
 * <p>Used by one thread, except for {@link #applied}.
 */
final class CommittedFile implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(CommittedFile.class);
    private static final String NAME = "committed";
    private static final int MAGIC = 0x6e436d31;
    private static final int CHECKSUM_AT = 4;
    private static final int TERM_AT = 8;
    private static final int BYTES = 24;

    private final Path path;
    private final ByteBuffer content = ByteBuffer.allocateDirect(BYTES);
    private volatile LogId applied = new LogId(0, 0);
    private @Nullable FileChannel channel;
    private long writtenIndex;
    private boolean failed;

    /** @param directory {@link ReplicaDirectory#path} */
    CommittedFile(Path directory) {
        path = directory.resolve(NAME);
    }

    /** Records that all entries up to one, which is committed, are applied; any thread may call this. */
    void applied(long term, long index) {
        applied = new LogId(index, term);
    }

    /**
     * Writes the last applied entry, unless the file has it or a later one, or the member's own log does not have it on disk yet,
     * as may happen on a leader.
     */
    void write(SegmentedLog log) {
        LogId last = applied;
        if (last.getIndex() <= writtenIndex || last.getIndex() > log.getLastLogIndex()) {
            return;
        }
        content.clear()
                .putInt(MAGIC)
                .putInt(0)
                .putLong(last.getTerm())
                .putLong(last.getIndex())
                .flip();
        content.putInt(CHECKSUM_AT, checksum(content));
        try {
            if (channel == null) {
                channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            }
            channel.write(content, 0);
            writtenIndex = last.getIndex();
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                LOG.atWarn()
                        .setCause(e)
                        .addKeyValue("file", path)
                        .log("cannot write the last applied entry; trying again, and a start before that takes longer");
            }
            failed = true;
        }
    }

    /** Returns the index of the entry in the file, if the log has that entry; empty otherwise, or if there is no valid file. */
    OptionalLong read(SegmentedLog log) {
        ByteBuffer read;
        try {
            read = ByteBuffer.wrap(Files.readAllBytes(path));
        } catch (NoSuchFileException e) {
            return OptionalLong.empty();
        } catch (IOException e) {
            LOG.atWarn()
                    .setCause(e)
                    .addKeyValue("file", path)
                    .log("cannot read the last applied entry; waiting for a leader");
            return OptionalLong.empty();
        }
        if (read.limit() != BYTES || read.getInt() != MAGIC || read.getInt() != checksum(read)) {
            return OptionalLong.empty();
        }
        long term = read.getLong(TERM_AT);
        long index = read.getLong(TERM_AT + Long.BYTES);
        LogEntry entry = log.getEntry(index);
        if (entry == null || entry.getId().getTerm() != term) {
            return OptionalLong.empty();
        }
        writtenIndex = index;
        return OptionalLong.of(index);
    }

    private static int checksum(ByteBuffer content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content.duplicate().position(TERM_AT).limit(BYTES));
        return (int) checksum.getValue();
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
