package io.narrows.proxy.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WarmUpCallerTest {
    private final AtomicBoolean realTraffic = new AtomicBoolean();
    private final LongAdder exchanges = new LongAdder();
    private final EmbeddedChannel channel = new EmbeddedChannel();

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void continuesWhenItsRecordHasReturned_sometimesManyAtOnce() {
        attach();
        int most = 0;
        for (int i = 0; i < 2_000; i++) {
            most = Math.max(most, echo());
        }

        assertThat(exchanges.sum()).isEqualTo(2_000);
        assertThat(most).isEqualTo(1024);
    }

    @Test
    void whileThereIsRealTraffic_pausesBeforeEveryRecord_andNeverSendsMany() {
        channel.freezeTime();
        realTraffic.set(true);
        attach();

        for (int i = 0; i < 2_000; i++) {
            assertThat(echo()).isZero();
            channel.advanceTimeBy(5, TimeUnit.MILLISECONDS);
            channel.runScheduledPendingTasks();
            assertThat(echo()).isEqualTo(1);
        }
        assertThat(exchanges.sum()).isEqualTo(2_000);
    }

    private void attach() {
        WarmUpCaller.attach(channel, new WarmUpRecords(1 << 19), exchanges, realTraffic::get);
        channel.pipeline().fireChannelActive();
    }

    /** Sends back the bytes sent, and returns the number of their records. */
    private int echo() {
        int count = channel.outboundMessages().size();
        for (int i = 0; i < count; i++) {
            ByteBuf record = channel.readOutbound();
            channel.writeInbound(record);
        }
        return count;
    }
}
