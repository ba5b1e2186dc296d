package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.narrows.testkit.Seed;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests restarting a context: it behaves like a new one, in time proportional to its content rather than its window. */
class ClearingTest {
    private static final int WINDOW_LOG = 18;

    @ParameterizedTest
    @EnumSource
    void reset_afterContentOfAnyLength_isUnderstoodByANewContext(Literals literals) throws Exception {
        long seed = Seed.of("ClearingTest, literals " + literals);
        Random random = new Random(seed);
        Traffic traffic = new Traffic(random);
        Effort effort = new Effort(16, 4, literals);
        List<FramePair> pairs = FramePair.ofBothVersions(effort, WINDOW_LOG);
        for (int round = 0; round < 40; round++) {
            FramePair used = pairs.get(round & 1);
            for (int frames = random.nextInt(1 << random.nextInt(10)); frames >= 0; frames--) {
                used.decode(used.encode(content(random, traffic)));
            }
            used.reset();
            FramePair fresh = FramePair.ofBothVersions(effort, WINDOW_LOG).get(round & 1);
            for (int frame = 0; frame < 20; frame++) {
                byte[] plain = content(random, traffic);
                byte[] coded = used.encode(plain);
                assertThat(fresh.decode(coded)).isEqualTo(plain);
                assertThat(used.decode(coded)).isEqualTo(plain);
            }
        }
    }

    private static byte[] content(Random random, Traffic traffic) {
        return random.nextInt(4) == 0 ? new byte[1 + random.nextInt(12)] : bytes(traffic.next(20_000));
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    @Test
    void restart_inAnyWindow_allocatesASmallContext() throws Exception {
        byte[][] first = {
            new FramePair(2, 17).encode(new byte[] {1}), new FramePair(2, 22).encode(new byte[] {1}),
        };
        FramePair pair = new FramePair(2, 22);
        pair.decode(first[0]);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        for (int i = 0; i < 100; i++) {
            pair.decoder.reset();
            pair.decode(first[i & 1]);
        }

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100 * 70_000);
    }
}
