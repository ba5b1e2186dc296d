package io.narrows.proxy.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WaitingBytesTest {
    private static final long LIMIT = 256L << 20;

    private final MemoryPool pool = new MemoryPool(Purpose.QUEUES, LIMIT, 0);
    private final Account account = pool.account(new PeerId("a"));
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final WaitingBytes waiting = new WaitingBytes(channel, account);

    @AfterEach
    void nothingIsCountedOfAClosedChannel() {
        waiting.close();
        waiting.update(1_000);

        assertThat(account.usedBytes()).isZero();
        channel.finishAndReleaseAll();
    }

    @Test
    void waitingBytes_areCountedForThePeer_untilSent() {
        waiting.update(70_000);
        assertThat(pool.usedBytes()).isEqualTo(70_000);

        waiting.update(10);

        assertThat(account.usedBytes()).isEqualTo(10);
    }

    @Test
    void marksShrinkWithWhatIsLeft_andGrowAgain() {
        waiting.adjustMarks();
        int plenty = highMark();
        account.count(Storage.NATIVE, LIMIT / 100 * 77);
        waiting.adjustMarks();
        int less = highMark();
        account.count(Storage.NATIVE, LIMIT / 100 * 23);
        waiting.adjustMarks();
        int none = highMark();
        account.count(Storage.NATIVE, -account.usedBytes());
        waiting.adjustMarks();

        assertThat(plenty).isEqualTo(256 * 1024);
        assertThat(less).isBetween(none + 1, plenty - 1);
        assertThat(none).isEqualTo(4 * 1024);
        assertThat(channel.config().getWriteBufferLowWaterMark()).isEqualTo(64 * 1024);
        assertThat(highMark()).isEqualTo(plenty);
    }

    @Test
    void manyChannelsThatAreAllFull_stayBelowTheShareOfTheirPeer() {
        int channels = 0;
        while (!WaitingBytes.refuses(account)) {
            waiting.adjustMarks();
            account.count(Storage.NATIVE, highMark());
            channels++;
        }

        assertThat(channels).isGreaterThan(800);
        assertThat(pool.usedBytes()).isLessThan(LIMIT / 5 * 4);
        assertThat(WaitingBytes.refuses(pool.account(new PeerId("other")))).isFalse();
        account.count(Storage.NATIVE, -account.usedBytes());
    }

    @Test
    void readsShrinkToo() {
        assertThat(WaitingBytes.readSize(pool, 64 * 1024)).isEqualTo(64 * 1024);

        account.count(Storage.NATIVE, LIMIT - 1);

        assertThat(WaitingBytes.readSize(pool, 64 * 1024)).isEqualTo(4 * 1024);
        account.count(Storage.NATIVE, 1 - LIMIT);
    }

    private int highMark() {
        return channel.config().getWriteBufferHighWaterMark();
    }
}
