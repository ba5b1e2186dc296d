package io.narrows.proxy.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.CertificateFiles;
import io.narrows.config.HostPort;
import io.narrows.config.IpAddress;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.TargetName;
import io.narrows.testkit.Openssl;
import io.narrows.testkit.Openssl.Authority;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MintRequestTest {
    private static final PeerId B = new PeerId("b");

    @TempDir
    private static Path folder;

    private static MintingAuthority authority;

    @BeforeAll
    static void create() throws Exception {
        Authority files = Openssl.authority(
                folder,
                "mint",
                "permitted;DNS:db.example,permitted;IP:10.0.0.0/255.255.255.0,permitted;IP:fd00::/ffff::");
        authority = MintingAuthority.read(new CertificateFiles(files.cert(), files.key()), Instant.now());
    }

    @ParameterizedTest
    @CsvSource({
        "b.db.example, b.db.example",
        "B.DB.Example, b.db.example",
        "b.db.example., b.db.example",
        "10.0.0.2, 10.0.0.2",
        "fd00::2, fd00:0:0:0:0:0:0:2",
        "raft.db.example, raft.db.example"
    })
    void nameOfThePeer_isMintedAlone(String asked, String minted) throws Exception {
        assertThat(request(asked).names(authority)).containsExactly(minted);
    }

    @Test
    void withoutName_allOfThePeerThatTheConstraintsPermit_areMinted() throws Exception {
        assertThat(request(null).names(authority))
                .containsExactly("10.0.0.2", "b.db.example", "fd00:0:0:0:0:0:0:2", "raft.db.example");
    }

    @Test
    void withoutName_theDialedAddressIsMintedToo() throws Exception {
        MintRequest request =
                new MintRequest(Optional.empty(), B, Optional.of(peer("b.db.example")), IpAddress.parse("10.0.0.77"));

        assertThat(request.names(authority)).contains("10.0.0.77", "b.db.example");
    }

    @ParameterizedTest
    @CsvSource({"c.db.example", "db.example", "x.b.db.example", "10.0.0.3"})
    void nameOfNoneOrOfAnotherPeer_isRefused(String asked) {
        assertThatThrownBy(() -> request(asked).names(authority))
                .isInstanceOf(NotMintedException.class)
                .hasMessageContaining("asks for the name " + asked + ", which is none of peer b (10.0.0.2, ")
                .hasMessageContaining("add it to addresses of the peer");
    }

    @Test
    void nameOfThePeerThatTheConstraintsDoNotPermit_isRefused() {
        assertThatThrownBy(() -> request("link.other").names(authority))
                .isInstanceOf(NotMintedException.class)
                .hasMessageContaining("the name constraints of " + authority.file())
                .hasMessageContaining("do not permit a certificate for link.other");
    }

    @Test
    void peerWithForbiddenNamesOnly_isRefusedWithoutAName() {
        MintRequest request = new MintRequest(Optional.empty(), B, Optional.of(peer("b.other")), Optional.empty());

        assertThatThrownBy(() -> request.names(authority)).hasMessageContaining("do not permit a certificate for");
    }

    @Test
    void peerThatIsNoLongerThere_isRefused() {
        MintRequest named = new MintRequest(Optional.of("b.db.example"), B, Optional.empty(), Optional.empty());
        MintRequest unnamed = new MintRequest(Optional.empty(), B, Optional.empty(), Optional.empty());

        assertThatThrownBy(() -> named.names(authority)).hasMessageContaining("which is none of peer b");
        assertThatThrownBy(() -> unnamed.names(authority)).hasMessageContaining("peer b is not known");
    }

    private static MintRequest request(String asked) {
        Peer peer = new Peer(
                B,
                Optional.empty(),
                new HostPort("link.other", 15000),
                Map.of(
                        new TargetName("work"), new HostPort("b.db.example", 2380),
                        new TargetName("raft"), new HostPort("raft.db.example", 2380)),
                Set.of(),
                List.of(
                        IpAddress.parse("10.0.0.2").orElseThrow(),
                        IpAddress.parse("fd00::2").orElseThrow()),
                Optional.empty(),
                false,
                Optional.empty());
        return new MintRequest(Optional.ofNullable(asked), B, Optional.of(peer), Optional.empty());
    }

    private static Peer peer(String link) {
        return new Peer(
                B,
                Optional.empty(),
                new HostPort(link, 15000),
                Map.of(),
                Set.of(),
                List.of(),
                Optional.empty(),
                false,
                Optional.empty());
    }
}
