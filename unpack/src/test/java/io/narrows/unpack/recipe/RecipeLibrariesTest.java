package io.narrows.unpack.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.github.luben.zstd.ZstdInputStream;
import io.narrows.unpack.Direct;
import io.narrows.unpack.Pieces;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests Zstandard 1.5.6 in a process that has another release on the class path. The frames in the resources are those of batches that
 * kafka-clients 3.9.1, with zstd-jni 1.5.6-4, and 4.1.0, with 1.5.6-10, have made of orders in JSON: {@code
 * CLIENT-level-LEVEL-BYTES.zst}.
 */
class RecipeLibrariesTest {
    private static final String LONGEST = "4.1.0-level-3-200000.zst";
    private static final ZstdFrameSettings KAFKA = new ZstdFrameSettings(false, false, true, true);
    private static final int ROOM = 1 << 20;
    private static final Path RECIPES = Path.of("target/recipes");

    @TempDir
    Path folder;

    @Test
    void framesOfKafkasClients_areMadeAgain() throws Exception {
        try (Stream<Path> files = Files.list(resource(LONGEST).getParent())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .hasSize(8)
                    .allSatisfy(name -> assertThat(madeAgain(zstd(), name)).isEqualTo(frame(name)));
        }
    }

    @Test
    void framesOfKafkasClients_areRecognizedAsFlushed() {
        Recipe recipe = Pieces.recipe("zstd 1.5.6 level 3");
        ByteBuffer frame = Direct.of(frame(LONGEST));
        Workspace workspace = new Workspace(WorkspaceMemory.UNLIMITED);

        assertThat(recipe.settings(frame, plain(frame(LONGEST)).length, workspace))
                .containsExactly(KAFKA.number());
        assertThat(recipe.settings(Direct.of(frame("4.1.0-level-9-60000.zst")), 60_000, workspace))
                .as("another level's window")
                .isEmpty();
    }

    @Test
    void releaseOnTheClassPath_makesOthers() {
        byte[] other = madeAgain(LinkedZstd.ofClassPath(), LONGEST);

        assertThat(other).isNotEqualTo(frame(LONGEST));
        assertThat(plain(other)).isEqualTo(plain(frame(LONGEST)));
    }

    @Test
    void bothReleases_workAtTheSameTime() {
        byte[] frame = frame(LONGEST);
        ZstdLibrary linked = LinkedZstd.ofClassPath();

        List<Boolean> equal = IntStream.range(0, 40)
                .parallel()
                .mapToObj(i -> Arrays.equals(frame, madeAgain(i % 2 == 0 ? zstd() : linked, LONGEST)))
                .toList();

        assertThat(equal)
                .isEqualTo(IntStream.range(0, 40).mapToObj(i -> i % 2 == 0).toList());
    }

    @Test
    void frameOfAnotherProgram_leavesNothing() {
        ByteBuffer plain = Direct.of(plain(frame(LONGEST)));
        ByteBuffer output = ByteBuffer.allocateDirect(ROOM);
        try (ZstdFrameEncoder encoder = zstd().newEncoder()) {
            ZstdFrameSettings other = new ZstdFrameSettings(true, true, false, false);
            encoder.encode(9, other, plain.duplicate(), output, ROOM, null);
            encoder.encode(9, KAFKA, plain.duplicate(), output, ROOM, Direct.of(new byte[100])); // stops early

            assertThat(encoder.encode(3, KAFKA, plain, output, ROOM, null)).isEqualTo(frame(LONGEST).length);
        }

        assertThat(Direct.bytes(output.limit(frame(LONGEST).length))).isEqualTo(frame(LONGEST));
    }

    @Test
    void missingJar_isAReason() {
        RecipeLibraries none = new RecipeLibraries(() -> folder);

        assertThat(none.zstd()).isEmpty();
        assertThat(none.missing())
                .hasSize(1)
                .hasEntrySatisfying(
                        "zstd 1.5.6",
                        reason -> assertThat(reason)
                                .startsWith("java.io.FileNotFoundException: " + folder)
                                .endsWith(".jar is missing"));
    }

    @Test
    void damagedJar_isAReason() throws IOException {
        Files.writeString(folder.resolve(jar(architecture())), "not a jar");

        assertThat(new RecipeLibraries(() -> folder).missing()).containsKey("zstd 1.5.6");
    }

    @Test
    void jarOfAnotherArchitecture_isAReason() throws Exception {
        Files.copy(RECIPES.resolve(jar(otherArchitecture())), folder.resolve(jar(architecture())));

        assertThat(new RecipeLibraries(() -> folder).missing())
                .containsExactly(entry(
                        "zstd 1.5.6",
                        "java.io.IOException: " + folder.resolve(jar(architecture()))
                                + " has no libzstd-jni-1.5.6-10.so"));
    }

    @Test
    void nativeLibraryThatCannotBeLoaded_isAReason() throws IOException {
        Files.copy(RECIPES.resolve(jar(architecture())), folder.resolve(jar(architecture())));
        try (JarFile jar = new JarFile(RECIPES.resolve(jar(otherArchitecture())).toFile());
                InputStream library =
                        jar.getInputStream(jar.getEntry("linux/" + otherArchitecture() + "/libzstd-jni-1.5.6-10.so"))) {
            Files.copy(library, folder.resolve("libzstd-jni-1.5.6-10.so"));
        }

        assertThat(new RecipeLibraries(() -> folder).missing())
                .hasEntrySatisfying(
                        "zstd 1.5.6", reason -> assertThat(reason).startsWith("java.lang.UnsatisfiedLinkError: "));
    }

    @Test
    void folderThatCannotBeFound_leavesOnlyItsLibrariesMissing() {
        RecipeLibraries libraries = new RecipeLibraries(() -> {
            throw new IllegalStateException("no folder");
        });

        assertThat(libraries.missing())
                .containsExactly(entry("zstd 1.5.6", "java.lang.IllegalStateException: no folder"));
        assertThat(libraries.zstd()).isEmpty();
    }

    @Test
    void folder_isNextToTheJarOrTheClasses() throws Exception {
        String classFile = RecipeLibrariesTest.class.getName().replace('.', '/') + ".class";
        Path jar = folder.resolve("lib with space.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry(classFile));
            out.write(1);
        }
        Path classes = folder.resolve("classes");
        Path file = classes.resolve(classFile);
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[1]);

        for (Path origin : List.of(jar, classes)) {
            try (URLClassLoader loader =
                    new URLClassLoader(new URL[] {origin.toUri().toURL()}, null)) {
                URL found = Objects.requireNonNull(loader.getResource(classFile));

                assertThat(RecipeLibraries.besideOrigin(found, RecipeLibrariesTest.class.getPackageName()))
                        .isEqualTo(folder.resolve("recipes"));
            }
        }
    }

    private static String jar(String architecture) {
        return "zstd-jni-1.5.6-10-linux_" + architecture + ".jar";
    }

    private static String architecture() {
        return System.getProperty("os.arch");
    }

    private static String otherArchitecture() {
        return architecture().equals("amd64") ? "aarch64" : "amd64";
    }

    private static ZstdLibrary zstd() {
        RecipeLibraries libraries = RecipeLibraries.ofProcess();
        assertThat(libraries.missing()).isEmpty();
        return libraries.zstd().get(0);
    }

    /** Compresses the content of a frame again. */
    private static byte[] madeAgain(ZstdLibrary library, String name) {
        ByteBuffer output = ByteBuffer.allocateDirect(ROOM);
        try (ZstdFrameEncoder encoder = library.newEncoder()) {
            int level = Integer.parseInt(name.split("-")[2]);
            int length = encoder.encode(level, KAFKA, Direct.of(plain(frame(name))), output, ROOM, null);
            return Direct.bytes(output.limit(length));
        }
    }

    private static byte[] plain(byte[] frame) {
        try (InputStream content = new ZstdInputStream(new ByteArrayInputStream(frame))) {
            return content.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] frame(String name) {
        try {
            return Files.readAllBytes(resource(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path resource(String name) {
        try {
            return Path.of(
                    RecipeLibrariesTest.class.getResource("zstd-1.5.6/" + name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(name, e);
        }
    }
}
