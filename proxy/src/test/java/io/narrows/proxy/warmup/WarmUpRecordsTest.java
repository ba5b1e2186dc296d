package io.narrows.proxy.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

final class WarmUpRecordsTest {
    private static final int WINDOW = 1 << 19;

    @Test
    void recordsAreOf1To8192Bytes_andTheSameEachTime() {
        List<byte[]> records = records(5_000);

        assertThat(records).allSatisfy(record -> assertThat(record).hasSizeBetween(1, 8192));
        assertThat(records(5_000).toArray(byte[][]::new)).isDeepEqualTo(records.toArray(byte[][]::new));
    }

    @Test
    void someShrinkAlone_andSomeNotAtAll() {
        List<byte[]> longOnes =
                records(5_000).stream().filter(record -> record.length > 1000).toList();

        assertThat(longOnes).anySatisfy(record -> assertThat(deflated(record)).isGreaterThanOrEqualTo(record.length));
        assertThat(records(10))
                .anySatisfy(record -> assertThat(deflated(record)).isLessThan(record.length / 2));
    }

    @Test
    void someSayAgainWhatWasSaidLongAgo() {
        List<byte[]> records = records(800);
        StringBuilder said = new StringBuilder();
        long distance = 0;
        for (byte[] record : records) {
            String text = ByteBufUtil.hexDump(record);
            int before = record.length < 64 ? -1 : said.lastIndexOf(text.substring(0, 64));
            distance = Math.max(distance, before < 0 ? 0 : (said.length() - before) / 2);
            said.append(text);
        }

        assertThat(distance).isGreaterThan(WINDOW / 2);
    }

    private static List<byte[]> records(int count) {
        WarmUpRecords made = new WarmUpRecords(WINDOW);
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ByteBuf record = Unpooled.buffer();
            made.next(record);
            records.add(ByteBufUtil.getBytes(record));
        }
        return records;
    }

    private static int deflated(byte[] record) {
        Deflater deflater = new Deflater();
        deflater.setInput(record);
        deflater.finish();
        int length = deflater.deflate(new byte[2 * record.length + 100]);
        deflater.end();
        return length;
    }
}
