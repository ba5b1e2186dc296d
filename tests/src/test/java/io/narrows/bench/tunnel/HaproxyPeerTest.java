package io.narrows.bench.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HaproxyPeerTest {
    @TempDir
    private Path directory;

    @Test
    void ends_inPlainText_haveNoTls() throws IOException {
        assertThat(configurations("haproxy"))
                .allSatisfy(file -> assertThat(file).doesNotContain("ssl"));
    }

    @Test
    void ends_withTls_endAndBeginIt_bothMutual() throws IOException {
        String tls = " ssl crt %1$s/haproxy.pem ca-file %1$s/database/ca.pem verify required ssl-min-ver TLSv1.3"
                + " ciphersuites TLS_AES_128_GCM_SHA256";

        assertThat(configurations("haproxy+tls")).hasSize(2).allSatisfy(file -> {
            assertThat(line(file, "bind")).endsWith(tls.formatted(directory));
            assertThat(line(file, "server")).endsWith(tls.formatted(directory) + " verifyhost localhost");
        });
        assertThat(directory.resolve("haproxy.pem")).content().contains("BEGIN CERTIFICATE", "BEGIN PRIVATE KEY");
    }

    private List<String> configurations(String name) throws IOException {
        Peer peer = Peers.parse(name);
        peer.ends(peer.route(new Routes().next(), directory), directory).orElseThrow();
        return List.of(
                Files.readString(directory.resolve("ingress.cfg")), Files.readString(directory.resolve("egress.cfg")));
    }

    private static String line(String file, String keyword) {
        return file.lines()
                .map(String::strip)
                .filter(line -> line.startsWith(keyword + " "))
                .findFirst()
                .orElseThrow();
    }
}
