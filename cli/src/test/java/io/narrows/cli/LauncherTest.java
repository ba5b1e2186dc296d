package io.narrows.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/narrows} in an installation whose program says one word, which is in a jar of its own. */
class LauncherTest {
    private static final Path LAUNCHER = Path.of("..", "bin", "narrows");
    private static final String MAIN =
            "package io.narrows.cli; class Start { public static void main(String[] verb) { System.out.println(Word.get()); } }";
    private static final FileTime TIME = FileTime.fromMillis(1_700_000_000_000L);

    @TempDir
    Path home;

    private Path word;

    @BeforeEach
    void install() throws IOException {
        word = home.resolve("lib/word.jar");
        Files.createDirectories(word.getParent());
        Files.createDirectory(home.resolve("bin"));
        Files.copy(LAUNCHER, home.resolve("bin/narrows"));
        Files.writeString(home.resolve("lib/classpath"), "lib/word.jar");
        writeWord("old");
        writeJar(home.resolve("lib/narrows-cli-1.jar"), "Start");
    }

    @Test
    void replacedJarOfTheSameSizeAndTime_runs() throws Exception {
        assertThat(run()).isEqualTo("old");
        long size = Files.size(word);

        writeWord("new");

        assertThat(word).hasSize(size);
        assertThat(Files.getLastModifiedTime(word)).isEqualTo(TIME);
        assertThat(run()).isEqualTo("new");
    }

    @Test
    void jarWithOtherTimesButTheSameContent_keepsTheArchive() throws Exception {
        run();
        FileTime made = Files.getLastModifiedTime(archive());

        Files.copy(word, home.resolve("copy"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(home.resolve("copy"), word, StandardCopyOption.REPLACE_EXISTING);

        assertThat(run()).isEqualTo("old");
        assertThat(Files.getLastModifiedTime(archive())).isEqualTo(made);
    }

    private Path archive() throws IOException {
        try (Stream<Path> files = Files.list(word.getParent())) {
            return files.filter(file -> file.toString().endsWith(".archive"))
                    .findAny()
                    .orElseThrow();
        }
    }

    private String run() throws IOException, InterruptedException {
        Path output = home.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(
                        "bash", home.resolve("bin/narrows").toString(), "word")
                .redirectOutput(output.toFile())
                .redirectError(home.resolve("errors").toFile());
        Map<String, String> environment = builder.environment();
        environment.remove("NARROWS_JAVA_OPTS");
        environment.put(
                "NARROWS_JAVA",
                Path.of(System.getProperty("java.home"), "bin/java").toString());
        int code = builder.start().waitFor();
        assertThat(code).as("%s", errors()).isZero();
        return Files.readString(output).strip();
    }

    private String errors() throws IOException {
        return Files.readString(home.resolve("errors"));
    }

    private void writeWord(String text) throws IOException {
        compile("Word", "package io.narrows.cli; class Word { static String get() { return \"" + text + "\"; } }");
        compile("Start", MAIN);
        writeJar(word, "Word");
    }

    private void compile(String name, String source) throws IOException {
        Path file = Files.writeString(home.resolve(name + ".java"), source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> arguments =
                List.of("-d", classes().toString(), "-cp", classes().toString(), file.toString());
        assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    private Path classes() throws IOException {
        return Files.createDirectories(home.resolve("classes"));
    }

    /** Uncompressed, so that words of the same length make jars of the same size. */
    private void writeJar(Path jar, String name) throws IOException {
        String entry = "io/narrows/cli/" + name + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream content = new JarOutputStream(file)) {
            content.setLevel(0);
            content.putNextEntry(new JarEntry(entry));
            Files.copy(classes().resolve(entry), content);
        }
        Files.setLastModifiedTime(jar, TIME);
    }
}
