package io.narrows.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.node.api.ApiTls;
import io.narrows.tests.support.Certificates;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests etcd's own client on a store that requires certificates. */
class EtcdctlOverTlsIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    @AutoClose
    private LocalNode node;

    private Certificates.Identity identity;
    private Etcdctl trusting;

    @BeforeEach
    void start() throws IOException {
        identity = new Certificates(folder.resolve("certificates")).loopback();
        node = LocalNode.alone(
                folder, Optional.of(new ApiTls(identity.cert(), identity.key(), Optional.of(identity.ca()))));
        trusting = Etcdctl.of(folder, "https://" + node.endpoint()).with("--cacert=" + identity.ca());
    }

    @Test
    void clientWithACertificate_isServed() {
        Etcdctl etcdctl = trusting.with("--cert=" + identity.cert(), "--key=" + identity.key());

        await("a leader")
                .atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .until(() -> etcdctl.run("put", "a", "1").equals("OK\n"));

        assertThat(etcdctl.run("get", "a")).isEqualTo("a\n1\n");
        assertThatThrownBy(() -> trusting.with("--dial-timeout=5s", "--command-timeout=5s")
                        .run("get", "a"))
                .hasMessageContaining("Error:");
    }
}
