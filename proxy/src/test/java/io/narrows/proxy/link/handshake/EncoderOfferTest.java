package io.narrows.proxy.link.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.registry.EncoderRefusals;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Encoders of recipes in hellos. */
final class EncoderOfferTest {
    private static final PeerId B = new PeerId("b");
    private static final PeerId C = new PeerId("c");

    private final EncoderRefusals refusals = new EncoderRefusals();

    @Test
    void encoderThatRebuiltWrongly_isNotOfferedToThatPeerAgain() {
        Hello own =
                hello("zstd 1.5.7 0123456789abcdef", "zstd 1.5.6 fedcba9876543210", "lz4 1.9 fast 0011223344556677");

        refusals.withdraw(B, "zstd 1.5.7");

        assertThat(Hellos.without(own, Set.of(), refusals.of(B)).getEncodersList())
                .containsExactly("zstd 1.5.6 fedcba9876543210", "lz4 1.9 fast 0011223344556677");
        assertThat(refusals.of(C)).isEmpty();

        refusals.forget(B);
        assertThat(refusals.of(B)).isEmpty();
    }

    @Test
    void encoderThatRebuiltWrongly_leavesOthersWhoseNamesBeginWithItsOwn() {
        Hello own = hello(
                "zstd 1.5.6 fedcba9876543210",
                "zstd 1.5.6 streamed 0123456789abcdef",
                "lz4 1.9 fast 0011223344556677",
                "lz4 1.9 fast linked 7766554433221100");

        refusals.withdraw(B, "zstd 1.5.6");
        refusals.withdraw(B, "lz4 1.9 fast");

        assertThat(Hellos.without(own, Set.of(), refusals.of(B)).getEncodersList())
                .containsExactly("zstd 1.5.6 streamed 0123456789abcdef", "lz4 1.9 fast linked 7766554433221100");
    }

    @Test
    void encoderThatRebuiltWrongly_isNoLongerSentWith() {
        refusals.agreed(B, List.of("zstd 1.5.7 0123456789abcdef", "lz4 1.9 fast 0011223344556677"));
        assertThat(refusals.accepts(B, "zstd 1.5.7")).isTrue();

        refusals.withdraw(B, "zstd 1.5.7");

        assertThat(refusals.accepts(B, "zstd 1.5.7")).isFalse();
        assertThat(refusals.accepts(B, "lz4 1.9 fast")).isTrue();
        assertThat(refusals.accepts(C, "zstd 1.5.7")).isTrue();
    }

    @Test
    void encoderThatThePeerNoLongerOffers_isNoLongerSentWith() {
        refusals.agreed(B, List.of("zstd 1.5.7 0123456789abcdef", "lz4 1.9 fast 0011223344556677"));

        refusals.agreed(B, List.of("lz4 1.9 fast 0011223344556677"));

        assertThat(refusals.accepts(B, "zstd 1.5.7")).isFalse();
        assertThat(refusals.accepts(B, "lz4 1.9 fast")).isTrue();
    }

    @Test
    void terms_haveTheEncodersOfBoth_withTheSameFingerprint() {
        Hello own = hello("zstd 1.5.7 0123456789abcdef", "lz4 1.9 fast 0011223344556677");
        Hello other =
                hello("lz4 1.9 fast 0011223344556677", "zstd 1.5.7 00000000deadbeef", "brotli 9 0123456789abcdef");

        assertThat(Hellos.agree(own, other, false, true).encoders()).containsExactly("lz4 1.9 fast 0011223344556677");
    }

    private static Hello hello(String... encoders) {
        return Hello.newBuilder()
                .setNode("b")
                .setRegion("r")
                .setZone("z")
                .setHost("h")
                .addAllEncoders(List.of(encoders))
                .build();
    }
}
