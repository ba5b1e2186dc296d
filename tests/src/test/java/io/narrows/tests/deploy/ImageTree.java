package io.narrows.tests.deploy;

import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The root of the container image, assembled like {@code docker/Dockerfile} does.
 *
 * @param root its folder
 */
record ImageTree(Path root) {
    private static final Path JDKS = Path.of("/usr/lib/jvm");

    static ImageTree assembleIn(Path directory) throws IOException {
        Path release = Release.unpackInto(directory);
        Path root = directory.resolve("root");
        Command.run(
                "env",
                "JAVA_HOME=" + jdk(),
                Release.CHECKOUT.resolve("docker/assemble").toString(),
                release.toString(),
                root.toString());
        return new ImageTree(root);
    }

    /** Returns the image's JDK if it is installed here, otherwise the one that runs this test. */
    private static Path jdk() throws IOException {
        try (Stream<Path> candidates = Files.list(JDKS)) {
            return candidates
                    .filter(candidate -> release(candidate).contains("JAVA_VERSION=\"25"))
                    .filter(candidate -> Files.isExecutable(candidate.resolve("bin/jlink")))
                    .findFirst()
                    .orElse(Path.of(System.getProperty("java.home")));
        }
    }

    private static String release(Path jdk) {
        try {
            return Files.readString(jdk.resolve("release"));
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns whether the image has an archive for fast starts. */
    boolean isTrained() throws IOException {
        try (Stream<Path> files = Files.list(root.resolve("opt/narrows/lib"))) {
            return files.anyMatch(file -> file.toString().endsWith(".archive"));
        }
    }

    /** Returns the total size of its files. */
    long bytes() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
