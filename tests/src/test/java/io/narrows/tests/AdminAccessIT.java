package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarConfig;
import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests requests to the admin port from another host. */
class AdminAccessIT {
    private static final Site NEAR = new Site("near", "us-east-1", "us-east-1a");
    private static final Site FAR = new Site("far", "eu-west-1", "eu-west-1a");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private Network network;

    private Host host;
    private SidecarConfig config;

    @BeforeEach
    void open() {
        network = new Network(directory);
        host = network.host("near");
        config = new SidecarConfig(NEAR, host)
                .target("work", "127.0.0.1:7000")
                .peer(FAR, "10.77.0.99:" + SidecarConfig.LINK_PORT);
    }

    @Test
    void drain_withoutAToken_isForbidden_andTakesNoEffect() throws IOException {
        Sidecar sidecar = Sidecar.start(host, config.toYaml(), "");

        assertThat(sidecar.post("/-/drain", "Bearer a-guess-of-some-length").statusCode())
                .isEqualTo(403);
        assertThat(sidecar.get("/readyz").statusCode()).isEqualTo(200);
    }

    @Test
    void reload_withTheToken_isDone_andWithAnotherOne_forbidden() throws IOException {
        Sidecar sidecar = Sidecar.start(host, config);

        sidecar.reload(config.target("more", "127.0.0.1:7001").toYaml());

        assertThat(sidecar.get("/config").body()).contains("127.0.0.1:7001").contains("token-file");
        assertThat(sidecar.post("/-/drain", "Bearer a-guess-of-some-length").statusCode())
                .isEqualTo(403);
        assertThat(sidecar.get("/readyz").statusCode()).isEqualTo(200);
    }
}
