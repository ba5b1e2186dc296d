package io.narrows.node.ratis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Data directories written by Ratis; README.md beside them describes their contents. */
public final class Recorded {
    private Recorded() {}

    /** Unpacks the directory of a member. */
    public static Path member(String archive, int port, Path target) throws IOException {
        String member = "127.0.0.1-" + port + "/";
        try (ZipInputStream zip = open(archive)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = target.resolve(entry.getName());
                if (!entry.getName().startsWith(member)) {
                    continue;
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent());
                    Files.copy(zip, file);
                }
            }
        }
        return target.resolve(member);
    }

    /** Returns the entries of the member's log as listed by Ratis. */
    static List<String> entries(String archive, int port) throws IOException {
        try (ZipInputStream zip = open(archive)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().equals("127.0.0.1-" + port + ".entries")) {
                    return new String(zip.readAllBytes()).lines().toList();
                }
            }
        }
        throw new IOException(archive + " has no entries of " + port);
    }

    private static ZipInputStream open(String archive) {
        InputStream found = Recorded.class.getResourceAsStream(archive);
        return new ZipInputStream(found);
    }
}
