package io.narrows.proxy.link.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;

/** The allocator must count every buffer, as other tests assume. */
final class CountingAllocatorTest {
    private final CountingAllocator allocator = new CountingAllocator();

    @Test
    void buffersCount_asTheyAreMadeAndGrowAndAreReleased() {
        ByteBuf heap = allocator.heapBuffer(30);
        ByteBuf direct = allocator.directBuffer(100);
        assertThat(allocator.live()).isEqualTo(130);

        direct.capacity(1_000);
        assertThat(allocator.live()).isEqualTo(1_030);
        assertThat(allocator.peak()).isEqualTo(1_130);
        assertThat(allocator.largest()).isEqualTo(1_000);

        direct.release();
        heap.release();
        assertThat(allocator.live()).isZero();
    }

    @Test
    void denialsStrikeNewBuffersAndThoseThatGrow() {
        ByteBuf before = allocator.directBuffer(10);
        allocator.deny(1, 2);
        ByteBuf granted = allocator.directBuffer(10);
        assertThat(allocator.denied()).isFalse();

        assertThatThrownBy(() -> allocator.directBuffer(10)).isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(() -> before.capacity(20)).isInstanceOf(OutOfMemoryError.class);
        assertThat(allocator.denied()).isTrue();
        assertThat(allocator.live()).isEqualTo(20);

        before.capacity(20).release();
        granted.release();
        assertThat(allocator.live()).isZero();
    }
}
