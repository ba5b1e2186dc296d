package io.narrows.node.replica;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.alipay.sofa.jraft.JRaftUtils;
import com.alipay.sofa.jraft.util.timer.Timer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RaftTimersTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /**
     * Waits are counted, not timed: a wheel that ticks each millisecond sleeps some hundred times before its timeout. JRaft has one such timer
     * for the process, whose thread has the same name and has slept as long as other tests took: only the thread of this timer counts.
     */
    @Test
    void timerOfReads_sleepsSeldom() {
        Set<Long> before = Arrays.stream(THREADS.getAllThreadIds()).boxed().collect(toSet());
        Timer timer = JRaftUtils.raftTimerFactory().createTimer(RaftTimers.READ_TIMEOUTS);
        AtomicBoolean ran = new AtomicBoolean();
        try {
            timer.newTimeout(timeout -> ran.set(true), 500, TimeUnit.MILLISECONDS);
            await().untilTrue(ran);

            assertThat(sleepsOfThreadsAfter(before)).isBetween(1L, 20L);
        } finally {
            timer.stop();
        }
    }

    private static long sleepsOfThreadsAfter(Set<Long> before) {
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(info -> info != null && !before.contains(info.getThreadId()))
                .filter(info -> info.getThreadName().startsWith(RaftTimers.READ_TIMEOUTS))
                .mapToLong(ThreadInfo::getWaitedCount)
                .max()
                .orElseThrow();
    }
}
