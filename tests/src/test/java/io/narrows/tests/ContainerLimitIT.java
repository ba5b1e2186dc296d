package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the JVM options that bin/narrows derives from the configuration and from the memory limit of its control group. The
 * JVM is a script that prints them, and runs what the launcher asks about the configuration.
 */
@Timeout(300)
final class ContainerLimitIT {
    private static final long MIB = 1 << 20;
    private static final long UNLIMITED_OF_VERSION_1 = 9_223_372_036_854_771_712L;

    @TempDir
    private Path folder;

    private String javaOptions = "";

    @BeforeEach
    void makeJava() throws IOException {
        Path java = Files.writeString(folder.resolve("java"), """
                #!/bin/sh
                case " $* " in *" io.narrows.cli.HeapQuery "*) exec "%s/bin/java" "$@" ;; esac
                printf '%%s\\n' "$@"
                """.formatted(System.getProperty("java.home")));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("narrows.yaml"), "version: 1\n");
        Files.createDirectories(folder.resolve("cgroup"));
    }

    private record Launched(int code, List<String> lines) {
        /** Returns the last occurrence of an option, which is the effective one. */
        String last(String prefix) {
            return lines.stream()
                    .filter(line -> line.startsWith(prefix))
                    .reduce((earlier, later) -> later)
                    .map(line -> line.substring(prefix.length()))
                    .orElse("");
        }

        String heap() {
            return last("-Xmx");
        }

        String direct() {
            return last("-XX:MaxDirectMemorySize=");
        }
    }

    @ParameterizedTest
    @CsvSource({"192, 36m, 28m", "256, 64m, 50m", "512, 180m, 140m", "1536, 512m, 498m", "8192, 512m, 512m"})
    void limitOfVersion2_isDivided(long mebibytes, String heap, String direct) throws Exception {
        limit("", "memory.max", mebibytes * MIB);

        Launched launched = run("0::/");

        assertThat(launched.heap()).isEqualTo(heap);
        assertThat(launched.direct()).isEqualTo(direct);
    }

    @Test
    void limitOfVersion1_isDivided() throws Exception {
        limit("memory/pods/a", "memory.limit_in_bytes", 256 * MIB);
        limit("memory", "memory.limit_in_bytes", UNLIMITED_OF_VERSION_1);

        Launched launched = run("9:cpu,cpuacct:/pods/a\n4:memory:/pods/a\n0::/");

        assertThat(launched.heap()).isEqualTo("64m");
    }

    @Test
    void smallestOfNestedGroupsCounts() throws Exception {
        limit("pods/a/inner", "memory.max", 1024 * MIB);
        limit("pods/a", "memory.max", 512 * MIB);
        limit("pods", "memory.max", 4096 * MIB);

        assertThat(run("0::/pods/a/inner").heap()).isEqualTo("180m");
    }

    @Test
    void groupOfTheHostThatTheContainerDoesNotSee_isItsOwnRoot() throws Exception {
        limit("", "memory.max", 256 * MIB);

        assertThat(run("0::/kubepods/burstable/pod1/a").heap()).isEqualTo("64m");
    }

    @Test
    void withoutALimit_theUsualSizesAreTaken() throws Exception {
        Files.writeString(folder.resolve("cgroup/memory.max"), "max\n");

        Launched launched = run("0::/");

        assertThat(launched.heap()).isEqualTo("512m");
        assertThat(launched.direct()).isEqualTo("512m");
    }

    @Test
    void tooLittle_isRefusedWithWhatIsNeeded() throws Exception {
        limit("", "memory.max", 128 * MIB);

        Launched launched = run("0::/");

        assertThat(launched.code()).isEqualTo(1);
        assertThat(launched.lines()).anyMatch(line -> line.contains("128 MiB") && line.contains("at least 192 MiB"));
    }

    @Test
    void ownOptionsWin() throws Exception {
        limit("", "memory.max", 128 * MIB);
        javaOptions = "-Xmx40m -XX:MaxDirectMemorySize=16m";

        Launched launched = run("0::/");

        assertThat(launched.code()).isZero();
        assertThat(launched.heap()).isEqualTo("40m");
        assertThat(launched.direct()).isEqualTo("16m");
    }

    @Test
    void moreContextMemory_hasMoreHeap() throws Exception {
        configure("512MiB # not 256MiB", "");

        assertThat(run("0::/").heap()).isEqualTo("1024m");
    }

    @Test
    void moreContextMemory_staysWithinTheLimit() throws Exception {
        configure("1GiB", "");
        limit("", "memory.max", 1536 * MIB);

        Launched launched = run("0::/");

        assertThat(launched.heap()).isEqualTo("640m");
        assertThat(launched.direct()).isEqualTo("498m");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "store:|2048m", // as usual
                "'\"store\":'|2048m",
                "'\"st\\x6fre\":'|2048m", // an escape of YAML
                "#store:|512m"
            })
    void store_isFoundHoweverItIsWritten(String key, String heap) throws Exception {
        configure("256MiB", key + " {data: store, members: [db-1]}");

        assertThat(run("0::/").heap()).isEqualTo(heap);
    }

    @Test
    void wrongFile_isLeftToTheVerb() throws Exception {
        Files.writeString(folder.resolve("narrows.yaml"), "store: [\n");

        Launched launched = run("0::/");

        assertThat(launched.heap()).isEqualTo("512m");
        assertThat(launched.lines()).allMatch(line -> !line.contains("narrows.yaml:"));
    }

    private void configure(String contextMemory, String more) throws IOException {
        Files.writeString(folder.resolve("narrows.yaml"), """
                version: 1
                node: {id: db-1, region: r, zone: a, host: h1}
                link:
                  listen: 127.0.0.1:15000
                  context-memory: %s
                targets: {app: 127.0.0.1:9000, raft: 127.0.0.1:2380}
                peers: [{id: db-2, region: r, zone: b, host: h2, link: 127.0.0.2:15000}]
                capture: [{listen: 127.0.0.1:7000, peer: db-2, target: app}]
                %s
                """.formatted(contextMemory, more));
    }

    private void limit(String group, String file, long bytes) throws IOException {
        Path directory = Files.createDirectories(folder.resolve("cgroup").resolve(group));
        Files.writeString(directory.resolve(file), bytes + "\n");
    }

    private Launched run(String groups) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("self"), groups + "\n");
        Path launcher = Path.of("..", "bin", "narrows").toRealPath();
        ProcessBuilder builder = new ProcessBuilder(
                        launcher.toString(),
                        "run",
                        "--config",
                        folder.resolve("narrows.yaml").toString())
                .redirectErrorStream(true);
        builder.environment().put("NARROWS_JAVA", folder.resolve("java").toString());
        builder.environment().put("NARROWS_CGROUPS", folder.resolve("cgroup").toString());
        builder.environment().put("NARROWS_CGROUP", folder.resolve("self").toString());
        builder.environment().put("NARROWS_JAVA_OPTS", javaOptions);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
        return new Launched(process.exitValue(), output.lines().toList());
    }
}
