package io.narrows.proxy.dictionary;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of a path, which differs after a change of its content, permissions or owner. The time of a change has the resolution of the
 * system's timer, some milliseconds; of two changes within that, the second is seen only if it changes the size or replaces the file.
 *
 * @param changed when the content, the permissions or the owner changed last; null if unknown
 * @param bytes size of the file; 0 if unknown
 * @param file identifies the file among those of all names; null if unknown
 */
record PathState(
        boolean exists,
        @Nullable FileTime changed,
        long bytes,
        @Nullable Object file) {
    private static final PathState ABSENT = new PathState(false, null, 0, null);

    /** Of a path in a directory that cannot be searched, for example. */
    private static final PathState UNKNOWN = new PathState(true, null, 0, null);

    /** Reads the state of a path, without following a link. */
    static PathState of(Path path) {
        try {
            Map<String, Object> attributes =
                    Files.readAttributes(path, "unix:ctime,size,fileKey", LinkOption.NOFOLLOW_LINKS);
            return new PathState(
                    true,
                    (FileTime) attributes.get("ctime"),
                    (Long) Objects.requireNonNull(attributes.get("size")),
                    attributes.get("fileKey"));
        } catch (NoSuchFileException e) {
            return ABSENT;
        } catch (IOException e) {
            return UNKNOWN;
        }
    }
}
