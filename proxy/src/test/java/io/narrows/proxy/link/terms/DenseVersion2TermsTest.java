package io.narrows.proxy.link.terms;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.proxy.link.context.ContextWindows;
import io.narrows.proxy.link.proto.CodecOffer;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that version 2 of dense, which has level 0, is only used with peers that decode it. */
final class DenseVersion2TermsTest {
    private static final CodecSpec LEVEL_0 = CodecSpec.of(Codec.DENSE, 0);

    private final Codecs codecs = Codecs.load();
    private final LinkTermsBuilder terms =
            new LinkTermsBuilder().decodes(Codec.DENSE, 23).decodes(Codec.ZSTD, 23);

    @Test
    void ownOffer_hasVersion2_andVersion1ForOlderPeers() {
        CodecOffer offer = CodecOffers.offer(Codec.DENSE);

        assertThat(offer.getVersionList()).containsExactly(1, 2);
        assertThat(CodecOffers.decodesDenseVersion2(List.of(offer))).isTrue();
        assertThat(CodecOffers.usable(offer)).contains(Codec.DENSE);
        assertThat(CodecOffers.offer(Codec.ZSTD).getVersionList()).isEmpty();
    }

    @Test
    void offerOfAnOlderPeer_hasNoVersion2() {
        CodecOffer.Builder offer = CodecOffer.newBuilder().setId(Codec.DENSE.id());

        assertThat(CodecOffers.decodesDenseVersion2(List.of(offer.build()))).isFalse();
        assertThat(CodecOffers.decodesDenseVersion2(List.of(offer.addVersion(1).build())))
                .isFalse();
    }

    @Test
    void withdrawnCodec_offeredAgain_hasTheVersionsOfTheLastOffer() {
        CodecOffer both = CodecOffers.offer(Codec.DENSE);
        CodecOffer first = both.toBuilder().clearVersion().addVersion(1).build();
        LinkTerms older = terms.build();

        assertThat(older.with(Codec.DENSE, both).decodesDenseVersion2()).isTrue();
        assertThat(older.with(Codec.DENSE, both).without(Codec.DENSE).decodesDenseVersion2())
                .isFalse();
        assertThat(older.with(Codec.DENSE, both).with(Codec.DENSE, first).decodesDenseVersion2())
                .isFalse();
        assertThat(older.with(Codec.DENSE, both)
                        .with(Codec.ZSTD, CodecOffers.offer(Codec.ZSTD))
                        .decodesDenseVersion2())
                .isTrue();
    }

    @Test
    void requestForAContextOfLevel0_keepsItsLevel() throws Exception {
        assertThat(ContextWindows.spec(ContextWindows.of(LEVEL_0, LEVEL_0.windowLog())))
                .isEqualTo(LEVEL_0);
    }

    @Test
    void usableCodecs_haveLevel0_onlyIfThePeerDecodesIt() {
        CodecSpec level1 = CodecSpec.of(Codec.DENSE, 1);

        assertThat(terms.build().usable(codecs).contains(LEVEL_0)).isFalse();
        assertThat(terms.build().usable(codecs).contains(level1)).isTrue();
        assertThat(terms.build().usable(codecs).contains(CodecSpec.of(Codec.LZ4)))
                .isFalse();
        assertThat(terms.decodesDenseVersion2().build().usable(codecs).contains(LEVEL_0))
                .isTrue();
    }

    @Test
    void negotiate_level0_withAPeerThatDecodesIt_staysLevel0() {
        assertThat(terms.decodesDenseVersion2().build().negotiate(codecs, LEVEL_0))
                .isEqualTo(LEVEL_0);
    }

    @Test
    void negotiate_level0_withAnOlderPeer_isReplacedLikeDense() {
        assertThat(terms.build().negotiate(codecs, LEVEL_0).codec()).isEqualTo(Codec.ZSTD);
        assertThat(terms.build().negotiate(codecs, CodecSpec.of(Codec.DENSE, 1)).codec())
                .isEqualTo(Codec.DENSE);
    }
}
