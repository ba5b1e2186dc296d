package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Removes libraries from a JVM: a native one by an invalid directory for unpacking, a whole one by its jar. */
class MissingLibraryTest {
    private static final String LZ4_FOLDER = "java.io.tmpdir";
    private static final String SNAPPY_FOLDER = "org.xerial.snappy.tempdir";
    private static final String ZSTD_FOLDER = "ZstdTempFolder";

    @TempDir
    Path folder;

    @Test
    void load_everythingThere_resolvesToItself() throws Exception {
        assertThat(resolved(classPath(""), Map.of()))
                .containsEntry("lz4", "lz4")
                .containsEntry("lz4hc", "lz4hc:9")
                .containsEntry("snappy", "snappy")
                .containsEntry("zstd", "zstd:1")
                .containsEntry("gzip", "gzip:6")
                .containsEntry("none", "none");
    }

    @Test
    void load_lz4NativeGone_fallsBackToSnappy() throws Exception {
        Map<String, String> resolved =
                resolved(classPath(""), Map.of(LZ4_FOLDER, nowhere(), SNAPPY_FOLDER, here(), ZSTD_FOLDER, here()));

        assertThat(resolved.get("lz4")).startsWith("snappy because of");
        assertThat(resolved.get("lz4hc")).startsWith("snappy because of");
        assertThat(resolved).containsEntry("snappy", "snappy").containsEntry("zstd", "zstd:1");
    }

    @Test
    void load_everyNativeGone_fallsBackToNoneAndGzip() throws Exception {
        Map<String, String> resolved = resolved(classPath(""), Map.of(LZ4_FOLDER, nowhere()));

        assertThat(resolved.get("lz4")).startsWith("none because of");
        assertThat(resolved.get("lz4hc")).startsWith("none because of");
        assertThat(resolved.get("snappy")).startsWith("none because of");
        assertThat(resolved.get("zstd")).startsWith("gzip:6 because of");
        assertThat(resolved).containsEntry("gzip", "gzip:6").containsEntry("none", "none");
    }

    @Test
    void load_jarsGone_fallsBackToo() throws Exception {
        Map<String, String> withoutLz4 = resolved(classPath("lz4-java"), Map.of());
        Map<String, String> withoutAny = resolved(classPath("lz4-java|snappy-java|zstd-jni"), Map.of());

        assertThat(withoutLz4.get("lz4")).startsWith("snappy because of").contains("NoClassDefFoundError");
        assertThat(withoutAny.get("lz4")).startsWith("none because of");
        assertThat(withoutAny.get("snappy")).startsWith("none because of");
        assertThat(withoutAny.get("zstd")).startsWith("gzip:6 because of");
    }

    /** Returns a path below a file, where no directory can be created. */
    private String nowhere() throws IOException {
        Path file = folder.resolve("file");
        if (Files.notExists(file)) {
            Files.createFile(file);
        }
        return file.resolve("folder").toString();
    }

    private String here() {
        return folder.toString();
    }

    private static String classPath(String without) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> without.isEmpty() || !entry.matches(".*/(" + without + ")-[^/]*\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Map<String, String> resolved(String classPath, Map<String, String> properties) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classPath));
        properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.add(ResolvedCodecs.class.getName());
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor()).as(output).isZero();
        return output.lines()
                .map(line -> line.split(" -> ", 2))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (a, b) -> b, TreeMap::new));
    }
}
