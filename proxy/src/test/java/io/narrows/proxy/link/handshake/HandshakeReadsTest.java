package io.narrows.proxy.link.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.proxy.transport.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import org.junit.jupiter.api.Test;

@SuppressWarnings("deprecation") // the allocator names the deprecated type
final class HandshakeReadsTest {
    private final HandshakeReads reads = new HandshakeReads(4);
    private final RecvByteBufAllocator.Handle handle = reads.newHandle();

    @Test
    void readOfAGreeting_takesNoMoreThanTheLongestOne() {
        assertThat(capacityOfRead()).isEqualTo(4_106);
    }

    @Test
    void readOfALink_takesAllThatAFrameCanHold() {
        reads.grow();

        assertThat(capacityOfRead()).isEqualTo(Transport.READ_SIZE);
    }

    private int capacityOfRead() {
        ByteBuf buffer = handle.allocate(UnpooledByteBufAllocator.DEFAULT);
        try {
            return buffer.capacity();
        } finally {
            buffer.release();
        }
    }
}
