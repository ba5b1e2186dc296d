package io.narrows.proxy.link.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSteps;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import org.junit.jupiter.api.Test;

final class SteppedMemoryTest {
    private static final long BYTES = 1000;

    private final Account account = Ledgers.of(64 << 20).account(Purpose.SENDING, new PeerId("b"));

    @Test
    void memoryThatWasHandedOver_isNotGivenBackByTheContextBefore() {
        assertThat(account.take(Storage.HEAP, BYTES)).isTrue();
        SteppedMemory before = new SteppedMemory(
                new Reservation(account, Storage.HEAP, BYTES), ContextSteps.of(CodecSpec.of(Codec.DENSE, 2)));

        Reservation after = before.handOver();
        before.giveBack();

        assertThat(before.reservedBytes()).isZero();
        assertThat(after.bytes()).isEqualTo(BYTES);
        assertThat(account.usedBytes()).isEqualTo(BYTES);
        after.giveBack();
        assertThat(account.usedBytes()).isZero();
    }
}
