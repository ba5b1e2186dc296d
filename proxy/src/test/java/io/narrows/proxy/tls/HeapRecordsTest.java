package io.narrows.proxy.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.ByteToMessageDecoder.Cumulator;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HeapRecordsTest {
    private static final ByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;

    private final Cumulator records = HeapRecords.INSTANCE;

    @Test
    void firstRead_becomesAnArray() {
        ByteBuf read = direct("record");

        ByteBuf all = records.cumulate(ALLOCATOR, Unpooled.EMPTY_BUFFER, read);

        assertThat(all.hasArray()).isTrue();
        assertThat(read.refCnt()).isZero();
        assertThat(release(all)).isEqualTo("record");
    }

    @Test
    void nextRead_isAppended_toWhatIsLeft() {
        ByteBuf first = records.cumulate(ALLOCATOR, Unpooled.EMPTY_BUFFER, direct("used and left, "));
        first.skipBytes("used and ".length());

        ByteBuf all = records.cumulate(ALLOCATOR, first, direct("then more"));

        assertThat(release(all)).isEqualTo("left, then more");
    }

    @Test
    void whatOutgrowsItsArray_isMovedToALargerOne() {
        ByteBuf first = records.cumulate(ALLOCATOR, Unpooled.EMPTY_BUFFER, direct("first"));
        String longer = "x".repeat(100_000);

        ByteBuf all = records.cumulate(ALLOCATOR, first, direct(longer));

        assertThat(all).isNotSameAs(first);
        assertThat(first.refCnt()).isZero();
        assertThat(all.hasArray()).isTrue();
        assertThat(release(all)).isEqualTo("first" + longer);
    }

    private static ByteBuf direct(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return ALLOCATOR.directBuffer(bytes.length).writeBytes(bytes);
    }

    private static String release(ByteBuf all) {
        String text = all.toString(StandardCharsets.US_ASCII);
        assertThat(all.refCnt()).isOne();
        all.release();
        return text;
    }
}
