package io.narrows.node.api;

import static io.narrows.node.api.ServedNode.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.AuthDisableRequest;
import io.narrows.node.etcd.AuthEnableRequest;
import io.narrows.node.etcd.AuthGrpc;
import io.narrows.node.etcd.AuthStatusRequest;
import io.narrows.node.etcd.AuthStatusResponse;
import io.narrows.node.etcd.AuthenticateRequest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AuthServiceTest {
    @TempDir
    private Path directory;

    @AutoClose
    private ServedNode node;

    private AuthGrpc.AuthBlockingStub auth;

    @BeforeEach
    void serve() throws IOException {
        node = new ServedNode(directory);
        auth = AuthGrpc.newBlockingStub(node.channel());
    }

    @Test
    void status_isNotEnabled() {
        AuthStatusResponse status = auth.authStatus(AuthStatusRequest.getDefaultInstance());

        assertThat(status.getEnabled()).isFalse();
        assertThat(status.getAuthRevision()).isEqualTo(1);
        assertThat(status.getHeader().getRevision()).isEqualTo(1);
    }

    @Test
    void authenticate_isRefusedAsByAnEtcdWithoutAuth() {
        AuthenticateRequest request = AuthenticateRequest.newBuilder()
                .setName("root")
                .setPassword("secret")
                .build();

        assertRefused(() -> auth.authenticate(request), EtcdError.AUTH_NOT_ENABLED);
    }

    @Test
    void disable_changesNothing() {
        assertThat(auth.authDisable(AuthDisableRequest.getDefaultInstance()).hasHeader())
                .isTrue();
    }

    @Test
    void enable_isUnimplemented() {
        assertRefused(
                () -> auth.authEnable(AuthEnableRequest.getDefaultInstance()),
                Status.Code.UNIMPLEMENTED,
                "etcdserverpb.Auth/AuthEnable");
    }
}
