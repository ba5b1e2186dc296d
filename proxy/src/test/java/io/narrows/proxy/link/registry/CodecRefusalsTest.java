package io.narrows.proxy.link.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.meter.EventMeter;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Codecs withdrawn from the peers of node {@code a}; {@code b} is the only configured one. */
final class CodecRefusalsTest {
    private final LinkEnvironment environment =
            LinkEnvironments.ofA("{codec: none}", new EventMeter(), Runnable::run, () -> 0);
    private final CodecRefusals refusals = environment.refusals();

    @Test
    void codecThatWasWithdrawn_staysSoWithTheNextConfiguration() {
        refusals.withdraw(new PeerId("b"), Set.of(Codec.SNAPPY));

        refusals.applyConfig(environment.live().current());

        assertThat(refusals.of(new PeerId("b"))).containsExactly(Codec.SNAPPY);
    }

    /** Links of a peer that was removed from the configuration continue for a while. */
    @Test
    void codecWithdrawnFromAPeerThatIsGone_isForgottenWithTheNextConfiguration() {
        refusals.withdraw(new PeerId("gone"), Set.of(Codec.SNAPPY));

        refusals.applyConfig(environment.live().current());

        assertThat(refusals.of(new PeerId("gone"))).isEmpty();
    }
}
