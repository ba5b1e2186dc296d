package io.narrows.proxy.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link LeakCheck} must be able to fail. */
final class LeakCheckTest {
    static List<ByteBufAllocator> allocators() {
        return List.of(PooledByteBufAllocator.DEFAULT, UnpooledByteBufAllocator.DEFAULT);
    }

    @ParameterizedTest
    @MethodSource("allocators")
    void lostBuffer_isFoundWithThePlaceThatMadeIt(ByteBufAllocator allocator) throws InterruptedException {
        lose(allocator);

        List<String> leaks = LeakRecorder.takeAll();

        assertThat(leaks).singleElement().asString().contains("LeakCheckTest.lose");
    }

    @Test
    void releasedBuffer_isNotALeak() throws InterruptedException {
        release(PooledByteBufAllocator.DEFAULT.directBuffer(16));

        assertThat(LeakRecorder.takeAll()).isEmpty();
    }

    private static void lose(ByteBufAllocator allocator) {
        allocator.directBuffer(16);
    }

    private static void release(ByteBuf buffer) {
        buffer.release();
    }
}
