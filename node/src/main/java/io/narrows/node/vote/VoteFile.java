package io.narrows.node.vote;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32C;

/**
 * A file with a vote, replaced atomically: a new file is written, forced and renamed, then the directory is forced. After a power
 * loss it has the old vote or the new one.
 *
 * <pre>
 *   0    4  magic, nVt1
 *   4    4  CRC-32C of everything after this field
 *   8    8  term
 *   16      peer address of the candidate in UTF-8, to the end of the file; empty without a vote
 * </pre>
 */
public final class VoteFile {
    private static final String NAME = "vote";
    private static final int MAGIC = 0x6e567431;
    private static final int CHECKSUM_AT = 4;
    private static final int TERM_AT = 8;
    private static final int ADDRESS_AT = 16;

    private final Path file;

    private VoteFile(Path file) {
        this.file = file;
    }

    /** Returns the file of a member's directory, which need not exist. */
    public static VoteFile in(Path directory) {
        return new VoteFile(directory.resolve(NAME));
    }

    Path path() {
        return file;
    }

    /** Returns whether a vote or a term was ever written. */
    public boolean exists() {
        return Files.exists(file);
    }

    /**
     * Returns the last written vote; {@link Vote#NONE} if there is none.
     *
     * @throws DamagedVoteException if the file is damaged
     */
    public Vote read() throws IOException {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return Vote.NONE;
        }
        ByteBuffer content = ByteBuffer.wrap(bytes);
        if (bytes.length < ADDRESS_AT) {
            throw new DamagedVoteException(
                    file, "has " + bytes.length + " bytes (expected: " + ADDRESS_AT + " or more)");
        }
        if (content.getInt(0) != MAGIC) {
            throw new DamagedVoteException(file, "does not begin with nVt1");
        }
        if (content.getInt(CHECKSUM_AT) != checksum(content)) {
            throw new DamagedVoteException(file, "does not match its checksum");
        }
        String votedFor = new String(bytes, ADDRESS_AT, bytes.length - ADDRESS_AT, StandardCharsets.UTF_8);
        return new Vote(content.getLong(TERM_AT), votedFor);
    }

    /** Replaces the vote; returns when it is on disk. The directory must exist. */
    public void write(Vote vote) throws IOException {
        byte[] votedFor = vote.votedFor().getBytes(StandardCharsets.UTF_8);
        ByteBuffer content = ByteBuffer.allocate(ADDRESS_AT + votedFor.length);
        content.putInt(0, MAGIC).putLong(TERM_AT, vote.term()).put(ADDRESS_AT, votedFor);
        content.putInt(CHECKSUM_AT, checksum(content));

        Path unfinished = file.resolveSibling(NAME + ".new");
        Files.deleteIfExists(unfinished);
        try (InterruptSafeFile writing = InterruptSafeFile.create(unfinished)) {
            writing.write(content, 0);
            writing.force(true);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        InterruptSafeFile.forceParent(file);
    }

    private static int checksum(ByteBuffer content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content.duplicate().position(TERM_AT));
        return (int) checksum.getValue();
    }
}
