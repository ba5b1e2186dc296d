package io.narrows.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests the tar that {@code bin/package} creates. */
class ReleaseIT {
    /** A user that this machine does not have. */
    private static final String SOMEBODY = "65532";

    private static final Path TEST_CLASSES = Path.of("target/test-classes").toAbsolutePath();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Test
    void sameSources_sameBytes() throws IOException {
        Path tar = Release.packed();
        Path first = Files.copy(tar, directory.resolve("first"));

        Release.pack();

        assertThat(tar).hasSameBinaryContentAs(first);
        Command.run(
                "sh",
                "-c",
                "cd \"$0\" && sha256sum --check --strict *.tar.gz.sha256",
                tar.getParent().toString());
    }

    @Test
    void unpacked_runsForAnyUser_fromAFolderThatItMayNotWrite() throws IOException {
        Path release = Release.unpackInto(directory);

        assertThat(runAsSomebody(release, "version")).startsWith("narrows " + Release.version() + " on Java ");
        assertThat(runAsSomebody(release, "check", "--config", release + "/config/examples/narrows.yaml"))
                .endsWith("narrows.yaml: ok\n");
        assertThat(release.resolve("lib")).isDirectoryNotContaining("glob:**.archive");
    }

    @Test
    void librariesOfRecipes_areNotOnTheClassPath_andAreFound() throws IOException {
        Path release = Release.unpackInto(directory);

        assertThat(release.resolve("lib/recipes"))
                .isDirectoryContaining("glob:**/zstd-jni-1.5.6-*-linux_amd64.jar")
                .isDirectoryContaining("glob:**/zstd-jni-1.5.6-*-linux_aarch64.jar");
        assertThat(release.resolve("lib/classpath"))
                .content()
                .contains("narrows-unpack")
                .doesNotContain("recipes", "zstd-jni-1.5.6");
        assertThat(Command.run(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        release + "/lib/*:" + TEST_CLASSES,
                        MissingRecipeLibraries.class.getName()))
                .endsWith("{}\n");
    }

    @Test
    void incomplete_saysWhatIsMissing() throws IOException {
        Path release = Release.unpackInto(directory);
        Files.delete(release.resolve("lib/classpath"));

        assertThat(Failing.run(release + "/bin/narrows", "version"))
                .isEqualTo("narrows: incomplete installation: %s/lib/classpath is missing; unpack or install it again\n"
                        .formatted(release));
    }

    private static String runAsSomebody(Path release, String... arguments) {
        List<String> command = new ArrayList<>(AsUser.of(SOMEBODY));
        command.add(release + "/bin/narrows");
        command.addAll(List.of(arguments));
        return Command.run(command);
    }
}
