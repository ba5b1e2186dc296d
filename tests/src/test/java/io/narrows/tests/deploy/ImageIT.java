package io.narrows.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.SidecarConfig;
import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests two containers of the image, without Docker: uid 65532, a read-only root, a mount namespace each. */
class ImageIT {
    private static final Site NEAR = new Site("near", "us-east-1", "us-east-1a");
    private static final Site FAR = new Site("far", "us-east-1", "us-east-1b");
    private static final int CAPTURE_PORT = 7000;
    private static final int TARGET_PORT = 9000;
    private static final int TRANSFER_BYTES = 16 << 20;
    private static final int ACCEPT_LIMIT_MILLIS = 60_000;
    private static final double MB = 1e6;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path directory;

    private static ImageTree image;
    private static Network network;
    private static Host nearHost;
    private static Container near;
    private static Container far;
    private static Duration nearStart;

    @BeforeAll
    static void start() throws IOException {
        image = ImageTree.assembleIn(directory);
        network = new Network(directory.resolve("hosts"));
        nearHost = network.host(NEAR.id());
        Host farHost = network.host(FAR.id());
        String target = Network.testAddress(TARGET_PORT).getAddress().getHostAddress() + ":" + TARGET_PORT;
        far = new Container(
                image,
                farHost,
                new SidecarConfig(FAR, farHost)
                        .target("app", target)
                        .peer(NEAR, nearHost.ip() + ":" + SidecarConfig.LINK_PORT));
        near = new Container(
                image,
                nearHost,
                new SidecarConfig(NEAR, nearHost)
                        .target("app", target)
                        .peer(FAR, farHost.ip() + ":" + SidecarConfig.LINK_PORT)
                        .capture(nearHost.ip() + ":" + CAPTURE_PORT, FAR.id(), "app"));
        far.start();
        nearStart = near.start();
    }

    @AfterAll
    static void stop() {
        if (network != null) {
            network.close();
        }
    }

    @Test
    void transfer_arrivesByteForByte_compressed() throws IOException {
        byte[] content = compressible();
        try (ServerSocket target = new ServerSocket()) {
            target.setReuseAddress(true);
            target.setSoTimeout(ACCEPT_LIMIT_MILLIS);
            target.bind(Network.testAddress(TARGET_PORT));
            try (Socket client = new Socket(nearHost.address(), CAPTURE_PORT);
                    Socket server = target.accept()) {
                CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> send(client, content));
                byte[] received = server.getInputStream().readAllBytes();

                assertThat(sent).succeedsWithin(Duration.ofMinutes(1));
                assertThat(received.length).isEqualTo(content.length);
                assertThat(Arrays.mismatch(received, content)).isEqualTo(-1);
            }
        }

        Metrics metrics = near.metrics();
        double compressed = metrics.sum("narrows_wire_bytes_total", "codec=\"zstd\"", "direction=\"sent\"");
        assertThat(compressed).isBetween(1.0, content.length / 2.0);
        assertThat(near.log() + far.log()).doesNotContain("codec not available", "no recipes of", "ERROR");
        System.out.printf(
                "image: tree %.1f MB, ready after %d ms, resident after %.0f MB of traffic %.1f MB (archive: %s)%n",
                image.bytes() / MB,
                nearStart.toMillis(),
                content.length / MB,
                metrics.sum("process_resident_memory_bytes") / MB,
                image.isTrained());
    }

    @Test
    void store_serves() throws IOException {
        Server store = near.store("""
                version: 1
                node: {id: alone, region: r, zone: z, host: h}
                link: {listen: 127.0.0.1:15001}
                targets: {raft: 127.0.0.1:2380}
                peers: [{id: nobody, region: r, zone: z, host: other, link: 127.0.0.1:15002}]
                store: {process: own, data-dir: /tmp/store, members: [alone]}
                """);

        assertThat(nearHost.run("etcdctl", "--dial-timeout=300s", "--command-timeout=300s", "put", "key", "value"))
                .as(store.log())
                .isEqualTo("OK\n");
        store.terminate();
        assertThat(store.exitCode()).as(store.log()).isZero();
    }

    /** The container's /tmp is noexec, so a native library that had to be copied there would be missing. */
    @Test
    void librariesOfRecipes_areLoadedFromTheImage() throws IOException {
        near.write(MissingRecipeLibraries.class);
        String script = "source /opt/narrows/bin/jvm.bash; find_java; read_options '';"
                + " \"$java\" \"${flags[@]}\" -cp '/opt/narrows/lib/*:/etc/narrows' \"$@\"";

        assertThat(near.run("bash", "-c", script, "bash", MissingRecipeLibraries.class.getName()))
                .isEqualTo("{}\n");
    }

    @Test
    void health_isReportedInside() {
        assertThat(near.run("narrows", "health", "--admin", near.admin())).isEqualTo("alive\n");
        assertThat(near.run("narrows", "health", "--ready", "--admin", near.admin()))
                .isEqualTo("ready\n");
    }

    /** Compares the answers of the launcher, which needs no JVM, and of the classes when started without it. */
    @Test
    void health_isTheSameFromClasses() {
        String script = "/opt/narrows/runtime/bin/java -cp '/opt/narrows/lib/*' io.narrows.cli.Narrows health \"$@\"";

        assertThat(near.run("bash", "-c", script, "bash", "--admin", near.admin()))
                .isEqualTo(near.run("narrows", "health", "--admin", near.admin()));
        assertThat(near.run("bash", "-c", script + "; test $? = 1", "bash", "--admin", "127.0.0.1:1"))
                .isEqualTo(near.run("bash", "-c", "narrows health --admin 127.0.0.1:1; test $? = 1"));
    }

    @Test
    void rulesOfTransparentCaptures_areInstalledFromTheImage_andSpareItsUser() throws IOException {
        near.write("capture.yaml", """
                version: 1
                node: {id: near, region: r, zone: z, host: near}
                link: {listen: 127.0.0.1:15001, plaintext: true}
                targets: {}
                peers: [{id: far, region: r, zone: z, host: far, link: 10.0.0.2:15001}]
                capture: [{transparent: 127.0.0.1:15002, ports: [2380], source: keep, plaintext: true}]
                """);

        near.runAsRoot("narrows", "capture", "apply", "--config", "/etc/narrows/capture.yaml");

        assertThat(nearHost.run("nft", "list", "table", "inet", "narrows"))
                .contains("10.0.0.2", "meta skuid 65532 accept");
        near.runAsRoot("narrows", "capture", "remove");
        assertThat(nearHost.run("nft", "list", "ruleset")).isEmpty();
    }

    @Test
    void root_isReadOnly_andBelongsToNobodyInside() {
        assertThat(near.run(
                        "bash",
                        "-c",
                        "for f in / /opt/narrows/lib /etc/narrows /usr/bin; do [[ ! -w $f ]] || echo $f; done"))
                .isEmpty();
        assertThat(near.run("bash", "-c", "echo $UID; [[ -w /tmp ]] && echo may write to /tmp"))
                .isEqualTo("65532\nmay write to /tmp\n");
    }

    /** Requires the archive if there is one: with this option the JVM exits with an error if the archive does not match it. */
    @Test
    void archive_isUsedByTheRuntime() throws IOException {
        assertThat(near.run(
                        "env",
                        "NARROWS_JAVA_OPTS=" + (image.isTrained() ? "-XX:AOTMode=on" : ""),
                        "narrows",
                        "sst",
                        "verify", // uses an archive, unlike verbs such as version
                        "--help"))
                .startsWith("Usage: narrows sst verify ");
    }

    private static void send(Socket socket, byte[] content) {
        try {
            socket.getOutputStream().write(content);
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns blocks of noise that recur with changes, like the pages of a database. */
    private static byte[] compressible() {
        long seed = Seed.of(ImageIT.class);
        Random random = new Random(seed);
        byte[] block = new byte[4096];
        random.nextBytes(block);
        byte[] content = new byte[TRANSFER_BYTES];
        for (int at = 0; at < content.length; at += block.length) {
            block[random.nextInt(block.length)]++;
            System.arraycopy(block, 0, content, at, block.length);
        }
        return content;
    }
}
