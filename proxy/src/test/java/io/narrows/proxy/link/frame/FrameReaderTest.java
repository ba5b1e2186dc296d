package io.narrows.proxy.link.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.Codec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FrameReaderTest {
    private final List<String> frames = new ArrayList<>();
    private boolean accepting = true;
    private final FrameReader reader = newReader();

    private FrameReader newReader() {
        return new FrameReader(FrameForm.PAYLOAD_CHECKED, new FrameReader.Sink() {
            @Override
            public boolean accepts() {
                return accepting;
            }

            @Override
            public void frame(int head, ByteBuf payload, long check) {
                frames.add(head + ":" + ByteBufUtil.hexDump(payload));
            }
        });
    }

    @Test
    void framesArriveWholeHoweverTheyAreCut() throws CorruptFrameException {
        long seed = 20261121;
        Random random = new Random(seed);
        ByteBuf bytes = Unpooled.buffer();
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            byte[] payload = new byte[i % 10 == 0 ? random.nextInt(FrameDescriptor.MAX_PAYLOAD) : random.nextInt(300)];
            random.nextBytes(payload);
            int head = FrameDescriptor.data(Codec.ZSTD, i == 0);
            bytes.writeBytes(frame(head, payload));
            sent.add(head + ":" + ByteBufUtil.hexDump(payload));
        }

        while (bytes.isReadable()) {
            int piece = Math.min(bytes.readableBytes(), 1 + random.nextInt(9_000));
            reader.read(UnpooledByteBufAllocator.DEFAULT, bytes.readBytes(piece));
        }

        assertThat(frames).as("seed %d", seed).isEqualTo(sent);
        assertThat(reader.pinnedBytes()).isZero();
    }

    @Test
    void nothingIsDeliveredWhileTheReceiverHoldsBack() throws CorruptFrameException {
        accepting = false;
        reader.read(
                UnpooledByteBufAllocator.DEFAULT,
                Unpooled.copiedBuffer(frame(0, new byte[] {1}), frame(0, new byte[] {2})));
        assertThat(frames).isEmpty();

        accepting = true;
        reader.deliver();

        assertThat(frames).containsExactly("0:01", "0:02");
    }

    @Test
    void busyLinkDoesNotPileBuffersUp() throws CorruptFrameException {
        ByteBuf frame = frame(0, new byte[30_000]);
        ByteBuf stream = Unpooled.buffer();
        for (int i = 0; i < 400; i++) {
            stream.writeBytes(frame, 0, frame.readableBytes());
        }

        while (stream.isReadable()) {
            int piece = Math.min(stream.readableBytes(), 64 * 1024);
            reader.read(UnpooledByteBufAllocator.DEFAULT, stream.readBytes(piece));
            assertThat(reader.pinnedBytes()).isLessThan(256 * 1024);
        }

        assertThat(frames).hasSize(400);
    }

    @Test
    void everyChangedByteIsNoticed() {
        ByteBuf whole = frame(FrameDescriptor.control(), new byte[] {1, 2, 3, 4, 5});

        for (int i = 0; i < whole.readableBytes(); i++) {
            ByteBuf damaged = whole.copy();
            damaged.setByte(i, damaged.getByte(i) ^ (i == 0 ? 0x01 : 0x40));
            assertThatThrownBy(() -> newReader().read(UnpooledByteBufAllocator.DEFAULT, damaged))
                    .as("byte %d", i)
                    .isInstanceOf(CorruptFrameException.class);
        }
    }

    @Test
    void lengthAboveTheLimitIsRefusedFromItsHeaderAlone() {
        ByteBuf header = Unpooled.buffer().writeZero(3);
        FrameDescriptor.setLength(header, 0, FrameDescriptor.MAX_PAYLOAD + 1);

        assertThatThrownBy(() -> reader.read(UnpooledByteBufAllocator.DEFAULT, header))
                .isInstanceOf(CorruptFrameException.class)
                .hasMessageContaining("expected: 0-" + FrameDescriptor.MAX_PAYLOAD);
    }

    private static ByteBuf frame(int head, byte[] payload) {
        int lengthBytes = FrameDescriptor.lengthBytes(payload.length);
        ByteBuf frame = Unpooled.buffer().writeZero(lengthBytes);
        FrameDescriptor.setLength(frame, 0, payload.length);
        frame.writeByte(head);
        ByteBuf body = Unpooled.wrappedBuffer(payload);
        int checksum = new FrameChecksum()
                .update(frame, 0, frame.readableBytes())
                .update(body, 0, payload.length)
                .value();
        return frame.writeIntLE(checksum).writeBytes(payload);
    }
}
