package io.narrows.proxy.link.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.support.Ledgers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.Test;

final class SendingContextTest {
    private static final int APP_BYTES = 64 * 1024;

    @Test
    void frameThatShrankMuch_pinsLittle() {
        ContextBudget budget = new ContextBudget(Codecs.load(), Ledgers.of(64 << 20));
        ByteBuf app = PooledByteBufAllocator.DEFAULT.directBuffer(APP_BYTES).writeZero(APP_BYTES);
        try (SendingContext context = budget.open(CodecSpec.of(Codec.ZSTD), 20, budget.sending(new PeerId("b")))) {
            ByteBuf framed = context.encode(PooledByteBufAllocator.DEFAULT, app);

            assertThat(framed.capacity()).isLessThan(1024);
            framed.release();
        } finally {
            app.release();
        }
    }
}
