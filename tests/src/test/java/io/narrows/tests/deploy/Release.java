package io.narrows.tests.deploy;

import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The unpacked output of {@code bin/package} for this checkout. */
final class Release {
    static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern REVISION = Pattern.compile("<revision>(.+)-SNAPSHOT</revision>");

    private Release() {}

    /** Returns its version: that of the parent's pom without -SNAPSHOT. */
    static String version() throws IOException {
        Matcher revision = REVISION.matcher(Files.readString(CHECKOUT.resolve("pom.xml")));
        if (!revision.find()) {
            throw new IOException("pom.xml: no <revision> that ends in -SNAPSHOT");
        }
        return revision.group(1);
    }

    /** Creates a release; returns the path of its tar. */
    static Path pack() {
        String output = Command.run(CHECKOUT.resolve("bin/package").toString());
        return CHECKOUT.resolve(output.lines().reduce((first, last) -> last).orElseThrow());
    }

    /** Returns the path of a tar that is newer than its sources; the first caller of all test processes creates it. */
    static Path packed() throws IOException {
        Path target = CHECKOUT.resolve("target");
        Path tar = target.resolve("narrows-" + version() + "-linux.tar.gz");
        try (FileChannel lock =
                FileChannel.open(target.resolve("packed.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock();
            return Files.exists(tar) && changedAfter(tar).isEmpty() ? tar : pack();
        }
    }

    /** Returns one of the sources that are newer than the tar; empty if none is. A folder is newer if a file was removed from it. */
    private static String changedAfter(Path tar) {
        return Command.run(
                "sh",
                "-c",
                "cd \"$0\" && find pom.xml */pom.xml */src/main bin config/examples dashboards docker docs *.md LICENSE"
                        + " -newer \"$1\" -print -quit",
                CHECKOUT.toString(),
                tar.toString());
    }

    /**
     * Unpacks a release where every user may read it.
     *
     * @return its folder
     */
    static Path unpackInto(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path tar = packed();
        Command.run("tar", "-xzf", tar.toString(), "-C", directory.toString());
        return directory.resolve(tar.getFileName().toString().replace("-linux.tar.gz", ""));
    }
}
