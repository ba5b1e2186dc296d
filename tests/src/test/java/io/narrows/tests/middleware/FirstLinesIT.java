package io.narrows.tests.middleware;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.CodeBlocks;
import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Types the first lines of docs/middleware.md into an empty folder next to the Maven repository of {@code bin/package}.
 * Third-party artifacts come from a local repository that {@code src/test/outside/fetch} has filled, and that has none of
 * ours.
 */
final class FirstLinesIT {
    private static final Path FETCHED = Path.of("target", "outside").toAbsolutePath();
    private static final Path LOCAL = FETCHED.resolve("local");
    private static final Pattern RESULT = Pattern.compile("(\\d+) bytes of messages were (\\d+) on the wire");
    private static final Pattern IN_TREE = Pattern.compile("([\\w.-]+):([\\w.-]+):jar:(?:[\\w.-]+:)?[\\w.-]+:compile");

    /** The dependencies that a service gets with the middleware, as listed in docs/middleware.md. */
    private static final Set<String> DEPENDENCIES = Set.of(
            "narrows-codec",
            "narrows-config",
            "lz4-java",
            "snappy-java",
            "zstd-jni",
            "snakeyaml-engine",
            "jackson-core",
            "jspecify",
            "grpc-api");

    /** Makes Gradle use the local repository in place of Maven Central, and print the class path. */
    private static final String GRADLE_SETUP = """
            allprojects {
                repositories {
                    maven { url uri('%s') }
                }
                task printClassPath {
                    doLast { println project.sourceSets.main.runtimeClasspath.asPath }
                }
            }
            """;

    /** As in .mvn/jvm.config of this project: a build ends before the optimizing compiler pays off. */
    private static final String SHORT_JVMS = "MAVEN_OPTS='-XX:+UseSerialGC -XX:TieredStopAtLevel=1'"
            + " JAVA_OPTS='-XX:+UseSerialGC -XX:TieredStopAtLevel=1'";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path project;

    @BeforeEach
    void type() throws IOException {
        write("narrows.yaml");
        write("src/main/java/Hello.java");
        Command.run("cp", "-r", repository().toString(), project.toString());
    }

    @Test
    void typedWithMaven_buildAndCompress() throws IOException {
        write("pom.xml");
        String typed =
                CodeBlocks.marked("middleware.md", "first command").get(0).strip();
        String options = " -B -ntp -Dmaven.repo.local=" + LOCAL;
        Command.run("rm", "-rf", LOCAL.resolve("io/narrows").toString());

        String output = inProject(typed + options);
        inProject("mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:tree -DoutputFile=tree.txt" + options);

        assertCompressed(output);
        assertThat(dependenciesOfMiddleware(Files.readString(project.resolve("tree.txt"))))
                .isEqualTo(DEPENDENCIES);
    }

    @Test
    void typedWithGradle_buildAndCompress() throws IOException {
        write("build.gradle");
        Files.writeString(project.resolve("setup.gradle"), GRADLE_SETUP.formatted(LOCAL));

        String output = inProject(
                "unset JAVA_HOME; gradle --no-daemon --offline -q -g home -I setup.gradle classes printClassPath");
        String classPath = output.lines().reduce((first, last) -> last).orElseThrow();

        assertCompressed(inProject("java -cp " + classPath + " Hello"));
    }

    /** Returns the repository of {@code bin/package maven}, whose name contains the version. */
    private static Path repository() throws IOException {
        try (Stream<Path> files = Files.list(FETCHED.resolve("project"))) {
            return files.filter(file -> file.getFileName().toString().matches("narrows-.*-maven"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Writes a block of the document to the file that its mark names. */
    private void write(String file) throws IOException {
        Path path = project.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(
                path, CodeBlocks.marked("middleware.md", "first " + file).get(0));
    }

    private String inProject(String command) {
        return Command.run("sh", "-c", "cd '" + project + "' && export " + SHORT_JVMS + " && " + command);
    }

    private static void assertCompressed(String output) {
        Matcher result = RESULT.matcher(output);
        assertThat(result.find()).as(output).isTrue();
        assertThat(Long.parseLong(result.group(2))).as(output).isLessThan(Long.parseLong(result.group(1)) / 10);
    }

    /** Returns the dependencies below the middleware in the tree. */
    private static Set<String> dependenciesOfMiddleware(String tree) {
        Set<String> below = new TreeSet<>();
        boolean inside = false;
        for (String line : tree.lines().toList()) {
            boolean first = line.startsWith("+- ") || line.startsWith("\\- ");
            inside = first ? line.contains(":narrows-middleware:") : inside;
            Matcher artifact = IN_TREE.matcher(line);
            if (inside && !first && artifact.find()) {
                below.add(artifact.group(2));
            }
        }
        return below;
    }
}
