package io.narrows.config.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * State of a file at one point in time. An unreadable file has a state as well.
 *
 * @param realPath path with all symbolic links resolved
 * @param inode inode number; null if the file does not exist
 * @param changed time of the last change of the inode, by a write or a rename
 * @param contents length and checksum of the contents
 */
record FileState(
        Path realPath,
        @Nullable Object inode,
        @Nullable FileTime modified,
        @Nullable FileTime changed,
        String contents) {
    private static final String UNREADABLE = "unreadable";

    static FileState of(Path file) {
        try {
            Map<String, Object> attributes = Files.readAttributes(file, "unix:ino,lastModifiedTime,ctime");
            return new FileState(
                    file.toRealPath(),
                    attributes.get("ino"),
                    (FileTime) attributes.get("lastModifiedTime"),
                    (FileTime) attributes.get("ctime"),
                    contents(file));
        } catch (IOException e) {
            return new FileState(file, null, null, null, UNREADABLE);
        }
    }

    private static String contents(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return bytes.length + ":" + crc.getValue();
    }

    boolean sameContents(FileState other) {
        return contents.equals(other.contents);
    }

    /**
     * Returns whether this file replaced another one atomically, by a changed symbolic link or by a rename. After a rename
     * the inode change is newer than the contents; in a file that was created and written in place both times come from the
     * last write.
     */
    boolean replaced(FileState before) {
        if (inode == null || before.inode == null || changed == null || modified == null) {
            return false;
        }
        boolean renamed = !inode.equals(before.inode) && changed.compareTo(modified) > 0;
        return renamed || !realPath.equals(before.realPath);
    }
}
