package io.narrows.proxy.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AdminAccessTest {
    private static final String TOKEN = "0123456789abcdef";
    private static final InetAddress ELSEWHERE = NetUtil.createInetAddressFromIpAddressString("10.0.0.1");

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void writeToken() throws IOException {
        file = Files.writeString(folder.resolve("token"), TOKEN + "\n");
    }

    @Test
    void post_fromElsewhere_withoutAToken_isForbidden() throws IOException {
        AdminAccess access = new AdminAccess(Optional.empty());

        assertThat(objection(access, "")).hasValue(403);
        assertThat(objection(access, "Bearer " + TOKEN)).hasValue(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "Bearer 0123456789abcdeg",
                "Bearer 0123456789abcde",
                "Basic 0123456789abcdef"
            })
    void post_fromElsewhere_withoutTheToken_isForbidden(String authorization) throws IOException {
        assertThat(objection(new AdminAccess(Optional.of(file)), authorization)).hasValue(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer 0123456789abcdef", "bearer  0123456789abcdef "})
    void post_fromElsewhere_withTheToken_isAccepted(String authorization) throws IOException {
        assertThat(objection(new AdminAccess(Optional.of(file)), authorization)).isEmpty();
    }

    @Test
    void token_thatChanged_holdsAtOnce() throws IOException {
        AdminAccess access = new AdminAccess(Optional.of(file));

        Files.writeString(file, "another-token-of-some-length");

        assertThat(objection(access, "Bearer " + TOKEN)).hasValue(403);
        assertThat(objection(access, "Bearer another-token-of-some-length")).isEmpty();
    }

    @Test
    void removedToken_givesNoAccess() throws IOException {
        AdminAccess access = new AdminAccess(Optional.of(file));

        Files.delete(file);

        assertThat(objection(access, "Bearer " + TOKEN)).hasValue(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.7.7.7", "::1"})
    void post_fromLoopback_needsNone(String address) throws IOException {
        AdminAccess access = new AdminAccess(Optional.of(file));

        assertThat(access.objection(HttpMethod.POST, InetAddress.getByName(address), ""))
                .isEmpty();
    }

    @Test
    void get_fromElsewhere_needsNone() throws IOException {
        assertThat(new AdminAccess(Optional.empty()).objection(HttpMethod.GET, ELSEWHERE, ""))
                .isEmpty();
    }

    @Test
    void shortToken_isRefusedAtTheStart() throws IOException {
        Files.writeString(file, "short\n");

        assertThatThrownBy(() -> new AdminAccess(Optional.of(file)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file + " has 5 bytes (expected: 16-4096)");
    }

    private static Optional<Integer> objection(AdminAccess access, String authorization) {
        return access.objection(HttpMethod.POST, ELSEWHERE, authorization)
                .map(response -> response.status().code());
    }
}
