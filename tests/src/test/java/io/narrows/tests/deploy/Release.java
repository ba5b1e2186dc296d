package io.narrows.tests.deploy;

import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /**
     * Creates a release and unpacks it where every user may read it.
     *
     * @return its folder
     */
    static Path unpackInto(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path tar = pack();
        Command.run("tar", "-xzf", tar.toString(), "-C", directory.toString());
        return directory.resolve(tar.getFileName().toString().replace("-linux.tar.gz", ""));
    }
}
