package io.narrows.node.bolt;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** The 32 bytes that etcd puts behind a database when it sends one as a snapshot: the SHA-256 of what is before them. */
final class Sha256Trailer {
    static final int LENGTH = 32;

    /** Every database is as long as some of these. */
    private static final int SECTOR = 512;

    private static final int CHUNK = 1 << 18;

    /** Reads from a position of a file; nothing, or a negative number, is its end. */
    interface Source {
        int read(ByteBuffer target, long position) throws IOException;
    }

    private Sha256Trailer() {}

    /** Adds it to a file. */
    static void append(FileChannel channel) throws IOException {
        long length = channel.size();
        ByteBuffer digest = ByteBuffer.wrap(digest(channel::read, length));
        while (digest.hasRemaining()) {
            channel.write(digest, length + digest.position());
        }
    }

    /** Whether a file of that many bytes ends in one; etcdctl tells it in the same way. */
    static boolean isIn(long length) {
        return length % SECTOR == LENGTH;
    }

    /**
     * Checks the one of a file.
     *
     * @param size of the file
     * @throws CorruptBoltException when there is none, or another one than that of the content
     */
    static void check(InterruptSafeFile file, long size) throws IOException {
        if (!isIn(size)) {
            throw new CorruptBoltException(
                    file.path(),
                    size,
                    "no SHA-256 at the end of " + size + " bytes (expected: 32 bytes behind a multiple of " + SECTOR
                            + "). A snapshot that was cut short has none, nor has a file from a data directory of etcd");
        }
        ByteBuffer stored = ByteBuffer.allocate(LENGTH);
        file.read(stored, size - LENGTH);
        byte[] actual = digest(file::read, size - LENGTH);
        if (!Arrays.equals(stored.array(), actual)) {
            HexFormat hex = HexFormat.of();
            throw new CorruptBoltException(
                    file.path(),
                    size - LENGTH,
                    "SHA-256 " + hex.formatHex(stored.array()) + " (expected: " + hex.formatHex(actual)
                            + ", that of the content)");
        }
    }

    /** The SHA-256 of the first bytes of a file, or of all when there are fewer. */
    static byte[] digest(Source file, long length) throws IOException {
        MessageDigest sha256 = sha256();
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
        long position = 0;
        while (position < length) {
            chunk.clear().limit((int) Math.min(CHUNK, length - position));
            int read = file.read(chunk, position);
            if (read <= 0) {
                break;
            }
            sha256.update(chunk.flip());
            position += read;
        }
        return sha256.digest();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
