package io.narrows.proxy.discovery.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.HostPort;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.proxy.discovery.Endpoint;
import io.narrows.proxy.discovery.Reported;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Timeout(60)
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
final class FileSourceTest {
    @TempDir
    private Path folder;

    private final Map<String, List<String>> hosts = new ConcurrentHashMap<>();
    private final Reported reported = new Reported();
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private FileSource source;

    @AfterEach
    void stop() {
        source.close();
        executor.shutdownNow();
    }

    private void start(Path fileOrFolder) {
        source = new FileSource(fileOrFolder, this::addresses, executor);
        source.start(reported);
    }

    private CompletableFuture<List<InetAddress>> addresses(String host) {
        List<String> literals = hosts.get(host);
        return literals == null
                ? CompletableFuture.failedFuture(new UnknownHostException(host + ": Name or service not known"))
                : CompletableFuture.completedFuture(
                        literals.stream().map(FileSourceTest::address).toList());
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Test
    void peersOfAFile_areEndpoints() throws IOException {
        Path file = Files.writeString(folder.resolve("peers.yaml"), """
                - 10.0.0.1:7400
                - {link: "[2001:DB8:0::2]:7400", id: db-2, region: eu-1, zone: eu-1a, host: h2}
                """);

        start(file);

        reported.await(Set.of(
                Endpoint.of(HostPort.parse("10.0.0.1:7400")),
                new Endpoint(
                        HostPort.parse("[2001:db8::2]:7400"),
                        PeerId.of("db-2"),
                        Optional.of(new Location("eu-1", "eu-1a", "h2")))));
        assertThat(reported.failures()).isEmpty();
    }

    @Test
    void changedFile_isReadAgain() throws IOException {
        Path file = Files.writeString(folder.resolve("peers.yaml"), "[10.0.0.1:7400]");
        start(file);
        reported.awaitLinks("10.0.0.1:7400");

        Files.writeString(file, "[10.0.0.1:7400, 10.0.0.2:7400]");
        reported.awaitLinks("10.0.0.1:7400", "10.0.0.2:7400");
        Path next = Files.writeString(folder.resolve("next"), "[10.0.0.3:7400]");
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        reported.awaitLinks("10.0.0.3:7400");
        Files.writeString(file, "[]");
        reported.await(Set.of());

        assertThat(reported.failures()).isEmpty();
    }

    @Test
    void mistake_namesItsPlace_andLeavesTheLastPeers() throws IOException {
        Path file = Files.writeString(folder.resolve("peers.yaml"), "- 10.0.0.1:7400\n");
        start(file);
        reported.awaitLinks("10.0.0.1:7400");

        Files.writeString(file, "- 10.0.0.2:7400\n- 10.0.0.3\n- 10.0.0.4\n");
        reported.awaitFailures(1);

        assertThat(reported.found()).hasSize(1);
        assertThat(reported.failures())
                .singleElement()
                .asString()
                .startsWith(file + ":2:3: \"10.0.0.3\" has no port, expected host:port")
                .endsWith("; and 1 more mistakes");
        assertThat(source.problem()).contains(reported.failures().get(0));

        Files.writeString(file, "- 10.0.0.2:7400\n");
        reported.awaitLinks("10.0.0.2:7400");
        assertThat(source.problem()).isEmpty();
    }

    @Test
    void removedFile_leavesTheLastPeers() throws IOException {
        Path file = Files.writeString(folder.resolve("peers.yaml"), "- 10.0.0.1:7400\n");
        start(file);
        reported.awaitLinks("10.0.0.1:7400");

        Files.delete(file);
        reported.awaitFailures(1);

        assertThat(reported.failures()).containsExactly(file + ": the file does not exist, expected a list of peers");
        assertThat(reported.found()).hasSize(1);

        Files.writeString(file, "- 10.0.0.2:7400\n");
        reported.awaitLinks("10.0.0.2:7400");
    }

    @Test
    void failureOfAnAccess_endsWithIt_ifTheContentsAreTheSame() throws IOException {
        Path peers = Files.createDirectory(folder.resolve("peers"));
        Files.writeString(peers.resolve("a.yaml"), "- 10.0.0.1:7400\n");
        start(peers);
        reported.awaitLinks("10.0.0.1:7400");

        Path large = Files.write(peers.resolve("b.yaml"), new byte[(1 << 20) + 1]);
        reported.awaitFailures(1);
        assertThat(source.problem()).contains(large + " is larger than 1 MiB");
        Files.delete(large);

        Awaitility.await().until(() -> source.problem().isEmpty());
        assertThat(reported.failures()).hasSize(1);
    }

    @Test
    void firstLook_findsNoCompleteChange() throws IOException {
        DelayedStart delayed = new DelayedStart();
        Path file = Files.writeString(folder.resolve("peers.yaml"), "- 10.0.0.1:7400\n");
        source = new FileSource(file, this::addresses, delayed);

        source.start(reported);

        assertThat(delayed.getQueue()).hasSize(1);
        delayed.shutdownNow();
    }

    /** Runs nothing by itself. */
    private static final class DelayedStart extends ScheduledThreadPoolExecutor {
        DelayedStart() {
            super(0, task -> null);
        }
    }

    @Test
    void filesOfAFolder_areOneList() throws IOException {
        Files.writeString(folder.resolve("b.json"), "[{\"targets\": [\"10.0.0.2:7400\"]}]");
        Files.writeString(folder.resolve("a.yml"), "- 10.0.0.1:7400\n");
        Files.writeString(folder.resolve(".a.yml.swp"), "not YAML: [");
        Files.writeString(folder.resolve(".hidden.yaml"), "- 10.0.0.9:7400\n");
        Files.writeString(folder.resolve("a.yml~"), "- 10.0.0.8:7400\n");
        Files.createDirectory(folder.resolve("folder.yaml"));
        start(folder);
        reported.awaitLinks("10.0.0.1:7400", "10.0.0.2:7400");

        Files.writeString(folder.resolve("c.yaml"), "- 10.0.0.3:7400\n");
        reported.awaitLinks("10.0.0.1:7400", "10.0.0.2:7400", "10.0.0.3:7400");
        Files.delete(folder.resolve("a.yml"));
        reported.awaitLinks("10.0.0.2:7400", "10.0.0.3:7400");

        assertThat(reported.failures()).isEmpty();
    }

    @Test
    void folderWithoutFiles_isAFailure() {
        start(folder);

        reported.awaitFailures(1);

        assertThat(reported.failures())
                .containsExactly(
                        folder + " has no *.yaml, *.yml or *.json file; a file that contains [] means no peers");
        assertThat(reported.found()).isEmpty();
    }

    @Test
    void volumeOfKubernetes_isReadWhenItsLinkIsSwapped() throws IOException {
        Path old = Files.createDirectory(folder.resolve("..2026_01"));
        Path next = Files.createDirectory(folder.resolve("..2026_02"));
        Files.writeString(old.resolve("peers.yaml"), "- 10.0.0.1:7400\n");
        Files.writeString(next.resolve("peers.yaml"), "- 10.0.0.2:7400\n");
        Files.createSymbolicLink(folder.resolve("..data"), Path.of("..2026_01"));
        Files.createSymbolicLink(folder.resolve("peers.yaml"), Path.of("..data", "peers.yaml"));
        start(folder);
        reported.awaitLinks("10.0.0.1:7400");

        Files.createSymbolicLink(folder.resolve("..data_tmp"), Path.of("..2026_02"));
        Files.move(folder.resolve("..data_tmp"), folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);

        reported.awaitLinks("10.0.0.2:7400");
    }

    @Test
    void fileThatIsTooLarge_isAFailure() throws IOException {
        Path file = Files.write(folder.resolve("peers.yaml"), new byte[(1 << 20) + 1]);

        start(file);
        reported.awaitFailures(1);

        assertThat(reported.failures()).containsExactly(file + " is larger than 1 MiB");
    }

    @Test
    void name_standsForAllItsAddresses() throws IOException {
        hosts.put("db-1.example", List.of("10.0.0.1", "2001:db8::1"));
        Path file = Files.writeString(folder.resolve("peers.yaml"), "- db-1.example:7400\n");
        start(file);
        reported.awaitLinks("10.0.0.1:7400", "[2001:db8::1]:7400");

        hosts.put("db-1.example", List.of("10.0.0.2"));
        refreshUntil("10.0.0.2:7400");
    }

    @Test
    void unknownName_namesItsPlace_andLeavesItsLastAddresses() throws IOException {
        hosts.put("db-1.example", List.of("10.0.0.1"));
        Path file = Files.writeString(folder.resolve("peers.yaml"), "- db-1.example:7400\n- db-2.example:7400\n");
        start(file);
        reported.awaitLinks("10.0.0.1:7400");
        reported.awaitFailures(1);

        assertThat(reported.failures())
                .containsExactly(file + ":2:3: cannot look up db-2.example: Name or service not known");

        hosts.remove("db-1.example");
        hosts.put("db-2.example", List.of("10.0.0.2"));
        refreshUntil("10.0.0.1:7400", "10.0.0.2:7400");
    }

    private void refreshUntil(String... links) {
        Awaitility.await().until(() -> {
            source.refresh();
            return reported.found().get(reported.found().size() - 1).equals(Reported.links(links));
        });
    }

    @Test
    void closedSource_reportsNoMore() throws Exception {
        Path file = Files.writeString(folder.resolve("peers.yaml"), "- 10.0.0.1:7400\n");
        start(file);
        reported.awaitLinks("10.0.0.1:7400");

        source.close();
        Path next = Files.writeString(folder.resolve("next"), "[10.0.0.3:7400]");
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        for (int i = 0; i < 3; i++) { // a change counts from the second look on, and is reported by a later task
            source.refresh();
            executor.submit(() -> {}).get();
        }

        assertThat(reported.found()).hasSize(1);
    }
}
