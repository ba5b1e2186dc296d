package io.narrows.proxy.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Chooses the sizes of read buffers: several large ones per pass of the event loop, or a single smaller one if memory
 * is short.
 */
final class ReadSizes extends DefaultMaxMessagesRecvByteBufAllocator {
    private final IntSupplier size;

    /** @param size supplies the size of the next read in bytes, at most {@link Transport#READ_SIZE} */
    ReadSizes(int readsPerPass, IntSupplier size) {
        super(readsPerPass);
        this.size = size;
    }

    @Override
    @SuppressWarnings("deprecation") // Netty's own signature
    public RecvByteBufAllocator.Handle newHandle() {
        return new SizedHandle();
    }

    private final class SizedHandle extends MaxMessageHandle {
        @Override
        public int guess() {
            return size.getAsInt();
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            return allocator.ioBuffer(guess());
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMore) {
            return guess() == Transport.READ_SIZE && super.continueReading(maybeMore);
        }
    }
}
