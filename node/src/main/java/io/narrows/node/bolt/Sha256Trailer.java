package io.narrows.node.bolt;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** The SHA-256 of a database, 32 bytes, which etcd appends when it sends the database as a snapshot. */
final class Sha256Trailer {
    static final int LENGTH = 32;

    /** The size of a database is a multiple of this. */
    private static final int SECTOR = 512;

    private static final int CHUNK = 1 << 18;

    /** Reads from a position of a file; returns 0 or a negative number at the end. */
    interface Source {
        int read(ByteBuffer target, long position) throws IOException;
    }

    private Sha256Trailer() {}

    /** Appends the trailer to a file. */
    static void append(FileChannel channel) throws IOException {
        long length = channel.size();
        ByteBuffer digest = ByteBuffer.wrap(digest(channel::read, length));
        while (digest.hasRemaining()) {
            channel.write(digest, length + digest.position());
        }
    }

    /** Returns whether a file of that many bytes has a trailer, by the same rule as etcdctl. */
    static boolean isIn(long length) {
        return length % SECTOR == LENGTH;
    }

    /**
     * Verifies the trailer of a file.
     *
     * @param size size of the file
     * @throws CorruptBoltException if the trailer is missing or does not match the content
     */
    static void check(InterruptSafeFile file, long size) throws IOException {
        if (!isIn(size)) {
            throw new CorruptBoltException(
                    file.path(),
                    size,
                    "no SHA-256 at the end of " + size + " bytes (expected: 32 bytes after a multiple of " + SECTOR
                            + "). The snapshot was truncated, or the file is from an etcd data directory");
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
                            + ", the hash of the content)");
        }
    }

    /** Returns the SHA-256 of the first bytes of a file, or of the whole file if it is shorter. */
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
