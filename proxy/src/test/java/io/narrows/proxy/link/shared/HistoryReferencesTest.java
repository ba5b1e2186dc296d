package io.narrows.proxy.link.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.shared.HistoryReferences.Name;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HistoryReferencesTest {
    @Test
    void write_oneReference_takesAByteForItsSource() {
        assertThat(ByteBufUtil.hexDump(written(List.of(reference(3, 600))))).isEqualTo("06d804");
    }

    @Test
    void read_writtenReferences_leavesTheFrame() throws Exception {
        ByteBuf payload = written(List.of(reference(1, 512), reference((1 << 27) - 1, 40_000), reference(2, 700)));
        payload.writeByte(0x7f);

        assertThat(HistoryReferences.read(payload))
                .containsExactly(new Name(1, 512), new Name((1 << 27) - 1, 40_000), new Name(2, 700));
        assertThat(payload.readableBytes()).isOne();
    }

    @Test
    void read_eightReferences_areTheMost() throws Exception {
        ByteBuf nine = written(Collections.nCopies(9, reference(1, 1)));

        assertThat(HistoryReferences.read(written(Collections.nCopies(8, reference(1, 1)))))
                .hasSize(8);
        assertThatThrownBy(() -> HistoryReferences.read(nine))
                .isInstanceOf(CorruptFrameException.class)
                .hasMessage("frame with more history references than 8");
    }

    @Test
    void read_moreThan64KiB_isRefused() {
        ByteBuf payload = written(List.of(reference(1, 40_000), reference(2, 40_000)));

        assertThatThrownBy(() -> HistoryReferences.read(payload))
                .isInstanceOf(CorruptFrameException.class)
                .hasMessage("frame with history references of 80000 bytes (expected: 1-65536)");
    }

    @Test
    void read_truncatedReferences_isRefused() {
        for (String cut : List.of("", "06", "06d8", "07d804", "ffffffffff01")) {
            ByteBuf payload = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(cut));

            assertThatThrownBy(() -> HistoryReferences.read(payload))
                    .isInstanceOf(CorruptFrameException.class)
                    .hasMessage("a number in a history reference is truncated or longer than 4 bytes");
        }
    }

    private static HistoryReference reference(int source, int length) {
        return new HistoryReference(source, new byte[length]);
    }

    private static ByteBuf written(List<HistoryReference> references) {
        ByteBuf payload = Unpooled.buffer();
        HistoryReferences.write(references, payload);
        return payload;
    }
}
