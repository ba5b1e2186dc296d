package io.narrows.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.lab.process.FreePorts;
import io.narrows.tests.support.SmallDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a member on a full disk refuses writes that grow it, restarts using the space that it reserved, and continues
 * once there is free space.
 */
class FullDiskIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir
    private Path folder;

    private int peerPort;
    private int clientPort;

    @AutoClose
    private LocalNode node;

    @BeforeEach
    void choosePorts() throws IOException {
        FreePorts ports = new FreePorts();
        peerPort = ports.next();
        clientPort = ports.next();
    }

    @Test
    void memberOnAFullDisk_startsAgain_andMakesRoom() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("disk"))) {
            Etcdctl etcdctl = start();
            etcdctl.run("put", "a", "1");
            disk.fill();
            await().atMost(LIMIT).until(() -> etcdctl.run("alarm", "list").contains("NOSPACE"));
            assertRefused(etcdctl);

            node.close();
            start();

            assertThat(etcdctl.run("get", "a")).isEqualTo("a\n1\n");
            assertRefused(etcdctl);
            assertThat(etcdctl.run("del", "a")).isEqualTo("1\n");

            disk.free();
            await().atMost(LIMIT).ignoreExceptions().until(() -> {
                etcdctl.run("alarm", "disarm");
                return etcdctl.run("put", "a", "2").equals("OK\n");
            });
            node.close();
        }
    }

    private static void assertRefused(Etcdctl etcdctl) {
        assertThatThrownBy(() -> etcdctl.run("put", "b", "1")).hasMessageContaining("database space exceeded");
    }

    private Etcdctl start() throws IOException {
        node = LocalNode.start(
                "alone",
                folder.resolve("disk"),
                peerPort,
                clientPort,
                List.of(LocalNode.peer(peerPort)),
                false,
                Optional.empty());
        Etcdctl etcdctl = Etcdctl.of(folder, node.endpoint());
        await("a leader")
                .atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .until(() -> etcdctl.run("get", "nothing").isEmpty());
        return etcdctl;
    }
}
