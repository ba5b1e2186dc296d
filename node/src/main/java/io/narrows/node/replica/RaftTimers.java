package io.narrows.node.replica;

import com.alipay.sofa.jraft.util.NamedThreadFactory;
import com.alipay.sofa.jraft.util.SPI;
import com.alipay.sofa.jraft.util.timer.DefaultRaftTimerFactory;
import com.alipay.sofa.jraft.util.timer.HashedWheelTimer;
import com.alipay.sofa.jraft.util.timer.Timer;
import java.util.concurrent.TimeUnit;

/**
 * Creates JRaft's timers. The one that ends reads without an answer after seconds would wake up a thousand times a second, also in a store that
 * is idle; here, it does so ten times.
 */
@SPI(name = "narrows-timers", priority = 20)
public final class RaftTimers extends DefaultRaftTimerFactory {
    static final String READ_TIMEOUTS = "read-index.timeout.scanner";

    private static final int TICK_MILLIS = 100;

    /** Slots of the wheel: timeouts of the next three seconds. */
    private static final int SLOTS = 32;

    @Override
    public Timer createTimer(String name) {
        return name.equals(READ_TIMEOUTS)
                ? new HashedWheelTimer(new NamedThreadFactory(name, true), TICK_MILLIS, TimeUnit.MILLISECONDS, SLOTS)
                : super.createTimer(name);
    }
}
