package io.narrows.proxy.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.proxy.link.LessonNames.Name;
import io.narrows.proxy.link.shared.Lesson;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LessonNamesTest {
    @Test
    void write_oneLesson_takesAByteForItsSource() {
        assertThat(ByteBufUtil.hexDump(written(List.of(lesson(3, 600))))).isEqualTo("06d804");
    }

    @Test
    void read_whatWasWritten_leavesTheFrameBehindIt() throws Exception {
        ByteBuf payload = written(List.of(lesson(1, 512), lesson((1 << 27) - 1, 40_000), lesson(2, 700)));
        payload.writeByte(0x7f);

        assertThat(LessonNames.read(payload))
                .containsExactly(new Name(1, 512), new Name((1 << 27) - 1, 40_000), new Name(2, 700));
        assertThat(payload.readableBytes()).isOne();
    }

    @Test
    void read_eightLessons_areTheMost() throws Exception {
        ByteBuf nine = written(Collections.nCopies(9, lesson(1, 1)));

        assertThat(LessonNames.read(written(Collections.nCopies(8, lesson(1, 1)))))
                .hasSize(8);
        assertThatThrownBy(() -> LessonNames.read(nine))
                .isInstanceOf(CorruptFrameException.class)
                .hasMessage("frame with more lessons than 8");
    }

    @Test
    void read_moreThan64KiB_isRefused() {
        ByteBuf payload = written(List.of(lesson(1, 40_000), lesson(2, 40_000)));

        assertThatThrownBy(() -> LessonNames.read(payload))
                .isInstanceOf(CorruptFrameException.class)
                .hasMessage("frame with lessons of 80000 bytes (expected: 1-65536)");
    }

    @Test
    void read_whatEndsInTheMiddle_isRefused() {
        for (String cut : List.of("", "06", "06d8", "07d804", "ffffffffff01")) {
            ByteBuf payload = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(cut));

            assertThatThrownBy(() -> LessonNames.read(payload))
                    .isInstanceOf(CorruptFrameException.class)
                    .hasMessage("a number of a lesson is cut, or takes more than 4 bytes");
        }
    }

    private static Lesson lesson(int source, int length) {
        return new Lesson(source, new byte[length]);
    }

    private static ByteBuf written(List<Lesson> lessons) {
        ByteBuf payload = Unpooled.buffer();
        LessonNames.write(lessons, payload);
        return payload;
    }
}
