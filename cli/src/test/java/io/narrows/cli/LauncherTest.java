package io.narrows.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code bin/narrows} in an installation whose program prints one word from a separate jar. */
class LauncherTest {
    private static final Path BIN = Path.of("..", "bin");
    private static final List<String> LAUNCHER = List.of("narrows", "health", "train", "jvm.bash", "jvm.options");
    /**
     * Prints its word, and runs for as many seconds as its second argument says if that is a number; with the word
     * "wait", a training run never ends.
     */
    private static final String MAIN = """
            package io.narrows.cli;

            class Start {
                public static void main(String[] arguments) throws Exception {
                    System.out.println(Word.get());
                    if (arguments.length == 2 && arguments[1].matches("[0-9]+")) {
                        Thread.sleep(1_000L * Integer.parseInt(arguments[1]));
                    } else if (Word.get().equals("wait")) {
                        Thread.sleep(600_000);
                    }
                }
            }
            """;

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final FileTime TIME = FileTime.fromMillis(1_700_000_000_000L);

    @TempDir
    Path home;

    private Path word;

    @BeforeEach
    void install() throws IOException {
        word = home.resolve("lib/word.jar");
        Files.createDirectories(word.getParent());
        Files.createDirectory(home.resolve("bin"));
        for (String file : LAUNCHER) {
            Files.copy(BIN.resolve(file), home.resolve("bin").resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
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
    void verbThatOnlyPrints_makesNoArchive() throws Exception {
        assertThat(run("word")).isEqualTo("old");

        assertThat(word.getParent()).isDirectoryNotContaining("glob:**.archive");
    }

    @ParameterizedTest
    @CsvSource({
        "db get, true",
        "db stats DIR, true",
        "check --config FILE, true",
        "advise --output yaml, true",
        "generate FILE --out DIR, true",
        "--help, true",
        "db scan DIR, false",
        "db compact DIR, false",
        "run --config FILE, false",
        "node --config FILE, false"
    })
    void verbThatIsDoneInAMoment_startsWithoutTheOptimizingCompiler(String call, boolean brief) throws Exception {
        ProcessBuilder launcher = launcher("never", call.split(" "));
        launcher.environment().put("NARROWS_JAVA", "/bin/echo");

        assertThat(output(launcher).contains(" -XX:TieredStopAtLevel=1 ")).isEqualTo(brief);
    }

    @ParameterizedTest
    @CsvSource({"17, false", "21, true", "25, true"})
    void optionOfNewerJdks_isLeftOutOnOlderOnes(int jdk, boolean newer) throws Exception {
        Files.writeString(
                home.resolve("bin/jvm.options"),
                "# comment\n\n-Dfirst=1   words after it\n21-:-Dnewer=1\n17-:-Dall=1\ndatabase:-Dstore=1\n");
        ProcessBuilder launcher = launcher("never", "word");
        launcher.environment().put("NARROWS_JAVA", jdkThatPrints(jdk).toString());

        assertThat(output(launcher)).startsWith("-Dfirst=1 " + (newer ? "-Dnewer=1 " : "") + "-Dall=1 -cp ");
    }

    @Test
    void optionsOfDatabases_followThoseOfAll() throws Exception {
        ProcessBuilder launcher = launcher("never", "db", "scan", "DIR");
        launcher.environment().put("NARROWS_JAVA", "/bin/echo");

        assertThat(output(launcher))
                .containsSubsequence(
                        "-Xmx512m",
                        "-XX:InlineSmallCode=800",
                        "-Xmx2g",
                        "-Xmn256m",
                        "-XX:InlineSmallCode=2500",
                        " db scan DIR");
    }

    @Test
    void optionsOfStores_areThoseOfDatabases_withLessInlining() throws Exception {
        ProcessBuilder launcher = launcher("never", "node", "--config", "FILE");
        launcher.environment().put("NARROWS_JAVA", "/bin/echo");

        assertThat(output(launcher))
                .containsSubsequence("-XX:InlineSmallCode=800", "-Xmx2g", "-Xmn32m", " node --config FILE")
                .doesNotContain("-XX:InlineSmallCode=2500");
    }

    @Test
    void mistakeInTheOptions_isReported() throws Exception {
        Files.writeString(home.resolve("bin/jvm.options"), "-Dfirst=1\nXmx1g\n");

        assertThat(launcher("never", "word").start().waitFor()).isEqualTo(1);
        assertThat(errors()).contains("bin/jvm.options: Xmx1g (expected: an option that begins with -, or a comment)");
    }

    /** Returns a java that prints its arguments, with the release file of that JDK. */
    private Path jdkThatPrints(int major) throws IOException {
        Path bin = Files.createDirectories(home.resolve("jdk/bin"));
        Files.writeString(home.resolve("jdk/release"), "JAVA_RUNTIME_VERSION=\"" + major + ".0.1+1\"\n");
        Path java = Files.writeString(bin.resolve("java"), "#!/bin/sh\necho \"$@\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return java;
    }

    @Test
    void optionOfTrain_isNotTraining() throws Exception {
        run();
        FileTime made = Files.getLastModifiedTime(archive());

        assertThat(run("train", "--help")).as("is for the program").isEqualTo("old");

        assertThat(Files.getLastModifiedTime(archive())).isEqualTo(made);
    }

    @Test
    void sidecarWithoutAnArchive_startsAtOnce_andOneIsMadeBesideIt() throws Exception {
        Process sidecar = launcher("", "run", "600").start();
        try {
            await().atMost(PATIENCE).until(() -> output().equals("old"));
            assertThat(errors()).contains("creating an archive in the background");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(word.getParent()).isDirectoryContaining("glob:**.archive"));
        } finally {
            sidecar.destroyForcibly().waitFor();
        }
    }

    @Test
    void archiveThatIsBeingMade_isGivenUpWithItsSidecar() throws Exception {
        writeWord("wait");
        Process sidecar = launcher("", "run", "600").start();
        try {
            await().atMost(PATIENCE).until(() -> processes() > 1);
        } finally {
            sidecar.destroyForcibly().waitFor();
        }

        await().atMost(PATIENCE).until(() -> processes() == 0);
    }

    private long processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .map(arguments -> String.join(" ", arguments).contains("-cp " + home))
                        .orElse(false))
                .count();
    }

    @Test
    void wrongTimeToTrain_isRefused() throws Exception {
        Process process = launcher("sometimes", "word").start();

        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(errors()).contains("NARROWS_TRAIN: sometimes (expected: first, beside or never)");
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

    /** Runs the launcher after creating the archive. */
    private String run() throws IOException, InterruptedException {
        return output(launcher("first", "word"));
    }

    private String run(String... arguments) throws IOException, InterruptedException {
        return output(launcher("", arguments));
    }

    private String output(ProcessBuilder builder) throws IOException, InterruptedException {
        int code = builder.start().waitFor();
        assertThat(code).as("%s", errors()).isZero();
        return output();
    }

    private String output() throws IOException {
        return Files.readString(home.resolve("output")).strip();
    }

    /** @param training value of NARROWS_TRAIN; empty for the verb's default */
    private ProcessBuilder launcher(String training, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of("bash", home.resolve("bin/narrows").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(home.resolve("output").toFile())
                .redirectError(home.resolve("errors").toFile());
        Map<String, String> environment = builder.environment();
        environment.remove("NARROWS_JAVA_OPTS");
        environment.put(
                "NARROWS_JAVA",
                Path.of(System.getProperty("java.home"), "bin/java").toString());
        environment.put("NARROWS_TRAIN", training);
        return builder;
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

    /** Stores the jar uncompressed, so that words of the same length make jars of the same size. */
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
