package io.narrows.tests.middleware;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Codec;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Maven project outside this tree, built offline against the middleware in a local repository of its own, and run. Its other
 * artifacts are those that Maven has fetched for this build.
 */
final class OutsideProjectIT {
    private static final List<String> MODULES = List.of("codec", "config", "middleware");
    private static final Pattern IN_TREE = Pattern.compile("([\\w.-]+):([\\w.-]+):jar:(?:[\\w.-]+:)?[\\w.-]+:compile");

    /** What a service gets with the middleware; docs/middleware.md lists it. */
    private static final Set<String> DEPENDENCIES = Set.of(
            "narrows-codec",
            "narrows-config",
            "lz4-java",
            "snappy-java",
            "zstd-jni",
            "snakeyaml-engine",
            "grpc-api",
            "jsr305");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Test
    void projectOutsideThisTree_buildsAndRunsWithTheMiddleware() throws Exception {
        Path repository = directory.resolve("repository");
        link(repository);
        String version = install(repository);
        Path project = copied(Path.of("src/test/outside"));

        run(
                project,
                "mvn",
                "-B",
                "-o",
                "-ntp",
                "-Dmaven.repo.local=" + repository,
                "-Dnarrows.version=" + version,
                "-Dgrpc.version=" + grpcVersion(),
                "-Dnetty.version=" + ofParent("<netty.version>([^<]+)<"),
                "compile",
                "dependency:tree",
                "-DoutputFile=tree.txt",
                "dependency:build-classpath",
                "-Dmdep.outputFile=classpath.txt");
        Path configuration = Files.writeString(project.resolve("narrows.yaml"), """
                version: 1
                node: {id: a, region: r, zone: z, host: h}
                link: {listen: 127.0.0.1:1}
                targets: {}
                peers: [{id: b, region: r, zone: other, host: i, link: 127.0.0.1:3}]
                policy: [{codec: zstd}]
                """);
        String classpath = "target/classes:"
                + Files.readString(project.resolve("classpath.txt")).trim();
        String said = run(project, java(), "-cp", classpath, "example.Service", configuration.toString());

        assertThat(said).isEqualTo("answer of 10000 bytes\n".repeat(3));
        assertThat(dependenciesOfMiddleware(Files.readString(project.resolve("tree.txt"))))
                .isEqualTo(DEPENDENCIES);
    }

    /** What this build has fetched is there too, but nothing of ours. */
    private static void link(Path repository) throws IOException, URISyntaxException {
        Files.createDirectories(repository.resolve("io/narrows"));
        linkAll(fetched(), repository);
        linkAll(fetched().resolve("io"), repository.resolve("io"));
    }

    private static void linkAll(Path from, Path to) throws IOException {
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.filter(Files::isDirectory).toList()) {
                Path link = to.resolve(entry.getFileName());
                if (!Files.exists(link)) {
                    Files.createSymbolicLink(link, entry);
                }
            }
        }
    }

    private static Path fetched() throws URISyntaxException {
        Path jar = Path.of(
                Codec.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        return jar.getParent().getParent().getParent().getParent().getParent();
    }

    private static String grpcVersion() throws URISyntaxException {
        Path jar = Path.of(
                Codec.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        return jar.getParent().getFileName().toString();
    }

    /** As {@code mvn install} lays them out. Returns the version. */
    private static String install(Path repository) throws IOException {
        String number = ofParent("<artifactId>narrows-parent</artifactId>\\s*<version>([^<]+)<");
        put(Path.of("../pom.xml"), repository, "narrows-parent", number, "pom");
        for (String module : MODULES) {
            String artifact = "narrows-" + module;
            put(Path.of("..", module, "pom.xml"), repository, artifact, number, "pom");
            Path jar = Path.of("..", module, "target", artifact + "-" + number + ".jar");
            put(jar, repository, artifact, number, "jar");
        }
        return number;
    }

    private static String ofParent(String pattern) throws IOException {
        Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(Path.of("../pom.xml")));
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }

    private static void put(Path file, Path repository, String artifact, String version, String type)
            throws IOException {
        Path folder = repository.resolve("io/narrows").resolve(artifact).resolve(version);
        Files.createDirectories(folder);
        Files.copy(file, folder.resolve(artifact + "-" + version + "." + type));
    }

    private Path copied(Path project) throws IOException {
        Path copy = directory.resolve("service");
        try (Stream<Path> files = Files.walk(project)) {
            for (Path file : files.toList()) {
                Path target = copy.resolve(project.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        return copy;
    }

    /** What stands below the middleware in the tree. */
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

    private static String java() {
        return ProcessHandle.current().info().command().orElse("java");
    }

    private static String run(Path folder, String... command) throws IOException, InterruptedException {
        Path log = Files.createTempFile(folder, "run", ".log");
        Path errors = Files.createTempFile(folder, "run", ".err");
        int code = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(log.toFile())
                .redirectError(errors.toFile())
                .start()
                .waitFor();
        String said = Files.readString(log);
        assertThat(code)
                .as("%s\n%s\n%s", List.of(command), said, Files.readString(errors))
                .isZero();
        return said;
    }
}
