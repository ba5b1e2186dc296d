package io.narrows.config.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * A file as it was at one look. One that cannot be read has a state too.
 *
 * @param realPath behind all symbolic links
 * @param inode the number of the file; null when it is not there
 * @param changed when its inode was changed, by a write or by a change of its name
 * @param contents their length and checksum
 */
record FileState(Path realPath, Object inode, FileTime modified, FileTime changed, String contents) {
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
     * Whether this file was put in the place of another one, whole: by a symbolic link that leads elsewhere now, or by a rename.
     * A rename changes the inode and not the contents; a file that is made anew and written has both times from its last write.
     */
    boolean replaced(FileState before) {
        if (inode == null || before.inode == null) {
            return false;
        }
        boolean renamed = !inode.equals(before.inode) && changed.compareTo(modified) > 0;
        return renamed || !realPath.equals(before.realPath);
    }
}
