package io.narrows.codec.dictionary;

import io.narrows.codec.dictionary.DictionaryFileException.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * A dictionary in a file (docs/formats/dictionary.md). A dictionary contains parts of the traffic that it was trained on, so only the owner
 * can read the file.
 *
 * <pre>
 *   0    4  magic, nDic
 *   4    4  version, 1; 2 if the dictionary has frames of dense
 *   8    4  length of the dictionary
 *   12   4  CRC-32C of bytes 0 to 11 and of the dictionary
 *   16      the dictionary, to the end of the file
 * </pre>
 *
 * Numbers are big-endian.
 */
public final class DictionaryFile {
    /** Size of the fields before the dictionary, in bytes. */
    public static final int HEADER_BYTES = 16;

    private static final int MAGIC = 0x6e446963;
    private static final int VERSION = 1;
    private static final int VERSION_WITH_FRAMES = 2;
    private static final int VERSION_AT = 4;
    private static final int LENGTH_AT = 8;
    private static final int CHECKSUM_AT = 12;

    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private DictionaryFile() {}

    /**
     * Reads a file. Each error names it.
     *
     * @throws DictionaryFileException if it is not a dictionary, or damaged
     */
    public static Dictionary read(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(HEADER_BYTES + Dictionary.MAX_BYTES + 1);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
            named.initCause(e);
            throw named;
        }
        ByteBuffer content = ByteBuffer.wrap(bytes);
        if (bytes.length < Integer.BYTES || content.getInt(0) != MAGIC) {
            throw new DictionaryFileException(file, Fault.MAGIC, 0, "not a dictionary (expected: nDic)");
        }
        if (bytes.length < HEADER_BYTES) {
            throw new DictionaryFileException(
                    file, Fault.TRUNCATED, bytes.length, "truncated (expected: at least " + HEADER_BYTES + " bytes)");
        }
        checkFields(file, content);
        try {
            Dictionary dictionary = Dictionary.of(Arrays.copyOfRange(bytes, HEADER_BYTES, bytes.length));
            checkVersion(file, content, version(dictionary), version(dictionary));
            return dictionary;
        } catch (InvalidDictionaryException e) {
            throw new DictionaryFileException(file, Fault.DICTIONARY, HEADER_BYTES + (long) e.offset(), e.getMessage());
        }
    }

    private static int version(Dictionary dictionary) {
        return dictionary.hasFrames() ? VERSION_WITH_FRAMES : VERSION;
    }

    private static void checkVersion(Path file, ByteBuffer content, int least, int most)
            throws DictionaryFileException {
        int version = content.getInt(VERSION_AT);
        if (version < least || version > most) {
            throw new DictionaryFileException(
                    file,
                    Fault.VERSION,
                    VERSION_AT,
                    "version " + Integer.toUnsignedLong(version) + " (expected: " + least
                            + (least == most ? "" : " to " + most) + ")");
        }
    }

    private static void checkFields(Path file, ByteBuffer content) throws DictionaryFileException {
        checkVersion(file, content, VERSION, VERSION_WITH_FRAMES);
        int length = content.getInt(LENGTH_AT);
        if (length < Dictionary.MIN_BYTES || length > Dictionary.MAX_BYTES) {
            throw new DictionaryFileException(
                    file,
                    Fault.LENGTH,
                    LENGTH_AT,
                    "dictionary of " + Integer.toUnsignedLong(length) + " bytes (expected: " + Dictionary.MIN_BYTES
                            + " to " + Dictionary.MAX_BYTES + ")");
        }
        int found = content.capacity() - HEADER_BYTES;
        if (found < length) {
            throw new DictionaryFileException(
                    file,
                    Fault.TRUNCATED,
                    content.capacity(),
                    "truncated: " + found + " bytes of the dictionary (expected: " + length + ")");
        }
        if (found > length) {
            throw new DictionaryFileException(
                    file, Fault.TRAILING_BYTES, HEADER_BYTES + (long) length, "bytes after the end of the dictionary");
        }
        int checksum = checksum(content);
        if (content.getInt(CHECKSUM_AT) != checksum) {
            throw new DictionaryFileException(
                    file,
                    Fault.CHECKSUM,
                    CHECKSUM_AT,
                    String.format("checksum %08x (expected: %08x)", content.getInt(CHECKSUM_AT), checksum));
        }
    }

    /**
     * Writes a new file that only its owner can read and write: under a temporary name in the same directory, forced to disk, then linked
     * under its own name, for which the file system must have hard links. A failure leaves no file, unless only the directory could not be
     * forced to disk: then the file is whole, but may be missing after a loss of power.
     *
     * @throws FileAlreadyExistsException if a file with this name exists, also if it was created during the call; it is not changed
     */
    public static void write(Path file, Dictionary dictionary) throws IOException {
        Path directory = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file);
        Path temporary = Files.createTempFile(
                directory, "." + file.getFileName() + ".", ".tmp", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        try {
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                ByteBuffer content = encode(dictionary);
                while (content.hasRemaining()) {
                    channel.write(content);
                }
                channel.force(true);
            }
            Files.createLink(file, temporary);
        } finally {
            Files.deleteIfExists(temporary);
        }
        try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
            names.force(true);
        }
    }

    private static ByteBuffer encode(Dictionary dictionary) {
        ByteBuffer content = ByteBuffer.allocate(HEADER_BYTES + dictionary.length());
        content.putInt(MAGIC).putInt(version(dictionary)).putInt(dictionary.length());
        content.put(HEADER_BYTES, dictionary.bytes(), 0, dictionary.length());
        content.putInt(CHECKSUM_AT, checksum(content));
        return content.clear();
    }

    private static int checksum(ByteBuffer content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content.duplicate().position(0).limit(CHECKSUM_AT));
        checksum.update(content.duplicate().limit(content.capacity()).position(HEADER_BYTES));
        return (int) checksum.getValue();
    }

    /** Returns whether users other than the owner can read the file, or change it. */
    public static boolean isOpenToOthers(Path file) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        return permissions.stream().anyMatch(permission -> !permission.name().startsWith("OWNER"));
    }
}
