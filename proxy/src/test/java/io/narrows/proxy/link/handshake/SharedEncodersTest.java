package io.narrows.proxy.link.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.registry.OfferedEncoders;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Hellos with the hash of their encoders. */
final class SharedEncodersTest {
    private static final PeerId PEER = new PeerId("b");
    private static final String ZSTD = "zstd 1.5.7 0123456789abcdef";
    private static final String LZ4 = "lz4 1.9 fast 0011223344556677";

    private final SharedEncoders encoders = new SharedEncoders();

    @Test
    void hello_isBrief_whileTheLastOneOfThePeerHadTheSameHash() {
        Hello own = hello(ZSTD, LZ4);
        assertThat(encoders.isKnownTo(PEER, own)).isFalse();

        encoders.heard(PEER, hello(LZ4, ZSTD));
        assertThat(encoders.isKnownTo(PEER, own)).isTrue();

        encoders.heard(PEER, hello(LZ4));
        assertThat(encoders.isKnownTo(PEER, own)).isFalse();

        encoders.heard(PEER, own);
        encoders.retainPeers(Set.of());
        assertThat(encoders.isKnownTo(PEER, own)).isFalse();
    }

    @Test
    void helloWithoutEncoders_standsForTheOwnOnes_ifTheHashIsTheSame() {
        Hello own = hello(ZSTD, LZ4);

        assertThat(SharedEncoders.completed(own, SharedEncoders.brief(own)).getEncodersList())
                .containsExactly(ZSTD, LZ4);
        assertThat(SharedEncoders.completed(own, hello(LZ4)).getEncodersList()).containsExactly(LZ4);
        assertThat(SharedEncoders.isBrief(SharedEncoders.brief(own))).isTrue();
        assertThat(SharedEncoders.isBrief(own)).isFalse();
        assertThat(SharedEncoders.isBrief(hello())).isFalse();
    }

    @Test
    void encodersOfAnEarlierVersion_areItsHellos() {
        Hello own = hello(ZSTD, LZ4);
        Hello ofEarlierVersion = hello(LZ4).toBuilder().clearEncodersHash().build();

        assertThat(SharedEncoders.completed(own, ofEarlierVersion).getEncodersList())
                .containsExactly(LZ4);
        assertThat(SharedEncoders.isBrief(ofEarlierVersion)).isFalse();
    }

    @Test
    void nodesWithoutEncoders_haveNoHash() {
        Hello none = hello();

        encoders.heard(PEER, none);

        assertThat(none.getEncodersHash()).isZero();
        assertThat(encoders.isKnownTo(PEER, none)).isFalse();
        assertThat(SharedEncoders.isSame(none, none)).isFalse();
    }

    private static Hello hello(String... encoders) {
        OfferedEncoders offered = OfferedEncoders.of(List.of(encoders));
        return Hello.newBuilder()
                .addAllEncoders(offered.entries())
                .setEncodersHash(offered.hash())
                .build();
    }
}
