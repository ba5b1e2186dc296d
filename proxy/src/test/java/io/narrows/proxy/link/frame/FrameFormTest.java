package io.narrows.proxy.link.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.Codec;
import io.narrows.testkit.Seed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Encoding and decoding of frames in each form. The golden bytes are part of the protocol. */
final class FrameFormTest {
    private static final int RAW = FrameDescriptor.data(Codec.NONE, false);
    private static final int DENSE = FrameDescriptor.data(Codec.DENSE, false);
    private static final int NEW_DENSE = FrameDescriptor.data(Codec.DENSE, true);
    private static final byte[] OK = {'o', 'k'};
    private static final byte[] PING = {0x42, 0};

    @ParameterizedTest
    @CsvSource({
        "false, 0, PAYLOAD_CHECKED",
        "true, 0, UNCHECKED",
        "false, 1, CONTENT_CHECKED",
        "true, 1, CONTENT_SAMPLED",
        "false, 2, CONTENT_CHECKED",
        "true, -1, CONTENT_SAMPLED"
    })
    void latestFormOfBothEndsIsTaken(boolean encrypted, int announced, FrameForm form) {
        assertThat(FrameForm.of(encrypted, announced)).isEqualTo(form);
    }

    @Test
    void goldenFrames_ofTheFirstForms() {
        assertThat(written(FrameForm.PAYLOAD_CHECKED, RAW, OK, 0)).isEqualTo("0200e47faa686f6b");
        assertThat(written(FrameForm.PAYLOAD_CHECKED, FrameDescriptor.control(), PING, 0))
                .isEqualTo("021026e3f05f4200");
        assertThat(written(FrameForm.UNCHECKED, RAW, OK, 0)).isEqualTo("02006f6b");
        assertThat(written(FrameForm.UNCHECKED, FrameDescriptor.control(), PING, 0))
                .isEqualTo("02104200");
    }

    @Test
    void goldenFrames_whoseContentIsChecked() {
        assertThat(written(FrameForm.CONTENT_CHECKED, RAW, OK, sum("ok"))).isEqualTo("02004c27efb86f6b");
        assertThat(written(FrameForm.CONTENT_CHECKED, NEW_DENSE, new byte[] {1, 2, 3}, sum("okay")))
                .isEqualTo("0386976f3bd4010203");
        assertThat(written(FrameForm.CONTENT_CHECKED, FrameDescriptor.control(), PING, sum("okay")))
                .isEqualTo("021026e3f05f4200");
    }

    @Test
    void goldenFrames_whoseContentIsSampled() {
        assertThat(written(FrameForm.CONTENT_SAMPLED, RAW, OK, sum("ok"))).isEqualTo("026f6b");
        assertThat(written(FrameForm.CONTENT_SAMPLED, NEW_DENSE, new byte[] {1, 2, 3}, sum("okay")))
                .isEqualTo("c603010203");
        assertThat(written(FrameForm.CONTENT_SAMPLED, FrameDescriptor.control(), PING, 0))
                .isEqualTo("90024200");
        assertThat(written(FrameForm.CONTENT_SAMPLED, FrameDescriptor.taught(Codec.DENSE), new byte[600], sum("okay")))
                .startsWith("a6d8044c6c")
                .hasSize(2 * 605);
    }

    private static int sum(String content) {
        return new FrameChecksum()
                .update(content.getBytes(StandardCharsets.US_ASCII))
                .value();
    }

    private static String written(FrameForm form, int head, byte[] payload, int content) {
        HeaderWriter headers = new HeaderWriter(form);
        headers.content(content);
        return ByteBufUtil.hexDump(frame(headers, head, payload));
    }

    private static ByteBuf frame(HeaderWriter headers, int head, byte[] payload) {
        int end = FrameDescriptor.MAX_HEADER_BYTES;
        ByteBuf frame = Unpooled.buffer().writeZero(end).writeBytes(payload);
        return frame.readerIndex(headers.put(head, frame, end, frame, end, payload.length, 0));
    }

    @ParameterizedTest
    @EnumSource
    void framesArriveWholeHoweverTheyAreCut(FrameForm form) throws CorruptFrameException {
        long seed = Seed.of("FrameFormTest, " + form);
        Random random = new Random(seed);
        HeaderWriter headers = new HeaderWriter(form);
        Frames frames = new Frames();
        FrameReader reader = new FrameReader(form, frames);
        List<String> sent = new ArrayList<>();
        ByteBuf bytes = Unpooled.buffer();
        for (int i = 0; i < 3_000; i++) {
            byte[] payload = new byte[length(random)];
            random.nextBytes(payload);
            int head = heads()[random.nextInt(heads().length)];
            headers.content(i);
            bytes.writeBytes(frame(headers, head, payload));
            sent.add(head + ":" + ByteBufUtil.hexDump(payload));
        }

        while (bytes.isReadable()) {
            int piece = Math.min(bytes.readableBytes(), 1 + random.nextInt(random.nextBoolean() ? 3 : 9_000));
            reader.read(UnpooledByteBufAllocator.DEFAULT, bytes.readBytes(piece));
        }

        assertThat(frames.frames).as("seed %d", seed).isEqualTo(sent);
        assertThat(frames.differing).as("seed %d", seed).isZero();
        reader.close();
    }

    private static int[] heads() {
        return new int[] {
            RAW,
            RAW,
            DENSE,
            DENSE,
            NEW_DENSE,
            FrameDescriptor.data(Codec.ZSTD, false),
            FrameDescriptor.taught(Codec.DENSE),
            FrameDescriptor.control()
        };
    }

    private static int length(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> 126 + random.nextInt(4);
            case 1 -> random.nextInt(20_000);
            default -> random.nextInt(200);
        };
    }

    /** Collects frames. The tests use a frame's number as its content checksum. */
    private static final class Frames implements FrameReader.Sink {
        private final List<String> frames = new ArrayList<>();
        private int differing;

        @Override
        public boolean accepts() {
            return true;
        }

        @Override
        public void frame(int head, ByteBuf payload, long check) {
            differing += check == ContentCheck.NONE || ContentCheck.agrees(check, frames.size()) ? 0 : 1;
            frames.add(head + ":" + ByteBufUtil.hexDump(payload));
        }
    }

    @Test
    void everyFrameCarriesTheChecksum_whereContentIsChecked() throws CorruptFrameException {
        assertThat(checks(FrameForm.CONTENT_CHECKED, 1, 100, 600)).containsExactly(true, true, true);
    }

    @Test
    void sampledFrameCarriesTheChecksum_whenAStretchHasGone() throws CorruptFrameException {
        assertThat(checks(FrameForm.CONTENT_SAMPLED, 255, 254, 511, 510, 0))
                .as("headers take 3, 3, 3, 3 and 1 bytes, so that 512 have gone behind the third and the fifth frame")
                .containsExactly(false, true, true, true, false);
        assertThat(checks(FrameForm.CONTENT_SAMPLED, 254, 254)).containsExactly(false, true);
        assertThat(checks(FrameForm.CONTENT_SAMPLED, 508)).containsExactly(false);
        assertThat(checks(FrameForm.CONTENT_SAMPLED, 509)).containsExactly(true);
    }

    private static List<Boolean> checks(FrameForm form, int... lengths) throws CorruptFrameException {
        HeaderWriter headers = new HeaderWriter(form);
        List<Boolean> checked = new ArrayList<>();
        FrameReader reader = new FrameReader(form, new FrameReader.Sink() {
            @Override
            public boolean accepts() {
                return true;
            }

            @Override
            public void frame(int head, ByteBuf payload, long check) {
                checked.add(check != ContentCheck.NONE);
            }
        });
        for (int length : lengths) {
            reader.read(UnpooledByteBufAllocator.DEFAULT, frame(headers, RAW, new byte[length]));
        }
        return checked;
    }

    @Test
    void checksOfSampledFrames_takeFarLessThanHalfAPercent() {
        Random random = new Random(3);
        HeaderWriter plain = new HeaderWriter(FrameForm.UNCHECKED);
        HeaderWriter sampled = new HeaderWriter(FrameForm.CONTENT_SAMPLED);
        for (int mean : new int[] {20, 100, 300, 600, 5_000}) {
            long before = 0;
            long after = 0;
            for (int i = 0; i < 5_000; i++) {
                byte[] payload = new byte[random.nextInt(2 * mean)];
                before += frame(plain, DENSE, payload).readableBytes();
                after += frame(sampled, DENSE, payload).readableBytes();
            }
            assertThat(after).as("mean %d", mean).isLessThan(before + before / 200);
        }
    }

    @Test
    void everyChangedByteOfAFrameIsNoticed_whereContentIsChecked() throws CorruptFrameException {
        HeaderWriter headers = new HeaderWriter(FrameForm.CONTENT_CHECKED);
        headers.content(sum("hello"));
        ByteBuf whole = frame(headers, RAW, "hello".getBytes(StandardCharsets.US_ASCII));

        for (int i = 1; i < whole.readableBytes(); i++) {
            ByteBuf damaged = whole.copy();
            damaged.setByte(i, damaged.getByte(i) ^ 0x04);
            boolean[] agrees = {false};
            new FrameReader(FrameForm.CONTENT_CHECKED, new FrameReader.Sink() {
                        @Override
                        public boolean accepts() {
                            return true;
                        }

                        @Override
                        public void frame(int head, ByteBuf payload, long check) {
                            agrees[0] = ContentCheck.agrees(check, sum(payload.toString(StandardCharsets.US_ASCII)));
                        }
                    })
                    .read(UnpooledByteBufAllocator.DEFAULT, damaged);
            assertThat(agrees[0]).as("byte %d", i).isFalse();
        }
    }

    @Test
    void lengthAboveTheLimitIsRefused_inACompactHeader() {
        ByteBuf header =
                Unpooled.buffer().writeByte(FrameDescriptor.compact(DENSE)).writeZero(3);
        FrameDescriptor.setLength(header, 1, FrameDescriptor.MAX_PAYLOAD + 1);

        assertThatThrownBy(() -> new FrameReader(FrameForm.CONTENT_SAMPLED, new Frames())
                        .read(UnpooledByteBufAllocator.DEFAULT, header))
                .isInstanceOf(CorruptFrameException.class)
                .hasMessageContaining("expected: 0-" + FrameDescriptor.MAX_PAYLOAD);
    }
}
