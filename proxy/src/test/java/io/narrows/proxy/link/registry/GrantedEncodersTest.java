package io.narrows.proxy.link.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.unpack.recipe.WorkspaceMemory;
import org.junit.jupiter.api.Test;

class GrantedEncodersTest {
    private final MemoryLedger ledger = Ledgers.of(16 << 20);
    private final Account b = ledger.account(Purpose.RECEIVING, new PeerId("b"));
    private final Account c = ledger.account(Purpose.RECEIVING, new PeerId("c"));
    private final GrantedEncoders encoders = new GrantedEncoders();
    private final WorkspaceMemory ofB = encoders.of(b);
    private final WorkspaceMemory ofC = encoders.of(c);

    @Test
    void allPeersTogether_haveAQuarterOfThePool_ofWhichOneLeavesAQuarter() {
        long quarter = b.pool().limitBytes() / 4;
        long ofOne = quarter - quarter / 4;

        assertThat(ofB.take(ofOne + 1)).isFalse();
        assertThat(ofB.take(ofOne)).isTrue();
        assertThat(ofB.take(1)).isFalse();
        assertThat(b.usedBytes()).isEqualTo(ofOne);
        assertThat(ofC.take(quarter - ofOne + 1)).isFalse();
        assertThat(ofC.take(quarter - ofOne)).isTrue();

        ofB.giveBack(ofOne);
        assertThat(b.usedBytes()).isZero();
        assertThat(ofC.take(ofOne - (quarter - ofOne))).isTrue();
        assertThat(c.usedBytes()).isEqualTo(ofOne);
    }

    @Test
    void poolThatIsFull_hasNoEncoders() {
        long most = b.pool().limitBytes() / 4 * 3 / 4;
        assertThat(b.take(Storage.NATIVE, b.pool().mostOfOneBytes())).isTrue();
        assertThat(ofB.take(most)).isFalse();
        b.giveBack(Storage.NATIVE, b.usedBytes());

        assertThat(ofB.take(most)).isTrue();
    }
}
