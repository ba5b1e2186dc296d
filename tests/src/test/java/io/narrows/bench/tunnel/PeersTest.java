package io.narrows.bench.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeersTest {
    @ParameterizedTest
    @CsvSource({
        "none, none",
        "none+tls, 'none, TLS through'",
        "haproxy, haproxy",
        "haproxy+again, 'haproxy, again'",
        "haproxy+tls, 'haproxy, TLS through'",
        "haproxy+tls+again, 'haproxy, TLS through, again'",
        "socat, socat",
        "ssh, ssh",
        "ssh-C, ssh -C",
        "narrows:none, narrows none",
        "narrows:zstd:3, narrows zstd:3",
        "narrows:zstd:1+linger=1ms+mtls, narrows zstd:1 linger 1ms + mTLS",
        "narrows:zstd:1+tls, 'narrows zstd:1, TLS through'",
        "narrows:none+tls+again, 'narrows none, TLS through, again'",
        "narrows:zstd:1+jdk=17, 'narrows zstd:1, JDK 17'",
        "narrows:zstd:1+again, 'narrows zstd:1, again'",
        "narrows:zstd:1+transparent+mtls, 'narrows zstd:1 + mTLS, transparent'",
        "narrows:zstd:1+c1+jdk=25, 'narrows zstd:1, JDK 25, C1 only'"
    })
    void parse_knowsEachPeerByItsName(String name, String label) {
        assertThat(Peers.parse(name).label()).isEqualTo(label);
    }

    @Test
    void parse_ofNarrows_takesCodecAndExtras() {
        assertThat(Peers.parse("narrows:gzip:9+mtls"))
                .isEqualTo(new NarrowsPeer(
                        CodecSpec.of(Codec.GZIP, 9),
                        "",
                        true,
                        false,
                        Jvm.AS_SHIPPED,
                        Builds.OWN,
                        NarrowsPeer.Way.LISTEN));
    }

    @ParameterizedTest
    @CsvSource({
        "nginx",
        "narrows:brotli",
        "narrows:zstd:99",
        "narrows:zstd:x",
        "narrows:zstd:1+ssl",
        "socat+tls",
        "narrows:zstd:1+c2",
        "narrows:zstd:1+at=/no/such/checkout"
    })
    void parse_refusesWhatItDoesNotKnow(String name) {
        assertThatThrownBy(() -> Peers.parse(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void missingPackages_areThoseOfProgramsThatAreNotThere() {
        List<Peer> peers =
                List.of(Peers.parse("none"), Peers.parse("haproxy"), Peers.parse("ssh"), Peers.parse("ssh-C"));

        assertThat(Peers.missingPackages(peers, program -> program.startsWith("ssh")))
                .containsExactly("haproxy", "openssh-server");
        assertThat(Peers.missingPackages(peers, program -> true)).isEmpty();
    }
}
