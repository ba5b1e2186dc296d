package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.proxy.transport.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class JoinedRecordsTest {
    private static final int RECORD = 16 * 1024;

    /** The sizes of pieces, and what else arrived, in order. */
    private final List<Object> arrived = new ArrayList<>();

    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private final EmbeddedChannel channel =
            new EmbeddedChannel(new JoinedRecords(), new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext ctx, Object message) {
                    ByteBuf piece = (ByteBuf) message;
                    arrived.add(piece.readableBytes());
                    content.writeBytes(ByteBufUtil.getBytes(piece));
                    piece.release();
                }

                @Override
                public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                    arrived.add(event);
                }

                @Override
                public void channelInactive(ChannelHandlerContext ctx) {
                    arrived.add("inactive");
                }

                @Override
                public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                    arrived.add("exception");
                }
            });

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void recordsOfOnePass_areOnePiece() throws IOException {
        byte[] sent = records(100, 0, RECORD, 3);

        assertThat(arrived).isEmpty();
        channel.pipeline().fireChannelReadComplete();

        assertThat(arrived).containsExactly(100 + RECORD + 3);
        assertThat(content.toByteArray()).isEqualTo(sent);
    }

    @Test
    void pieces_areNotLongerThanAReadWithoutTls() throws IOException {
        byte[] sent = records(RECORD, RECORD, RECORD, RECORD, RECORD, 1);
        channel.pipeline().fireChannelReadComplete();

        assertThat(arrived).containsExactly(Transport.READ_SIZE, RECORD + 1);
        assertThat(content.toByteArray()).isEqualTo(sent);
    }

    @Test
    void ends_followWhatArrivedBeforeThem() throws IOException {
        records(1);
        channel.pipeline().fireUserEventTriggered("event");
        records(2);
        channel.pipeline().fireExceptionCaught(new IOException("expected"));
        records(3);
        channel.pipeline().fireChannelInactive();

        assertThat(arrived).containsExactly(1, "event", 2, "exception", 3, "inactive");
    }

    @Test
    void removal_releasesWhatWasNotPassedOn() {
        ByteBuf record = Unpooled.directBuffer(10).writeByte(1);
        channel.pipeline().fireChannelRead(record);

        channel.pipeline().removeFirst();

        assertThat(record.refCnt()).isZero();
    }

    /** Passes in records of these sizes, each in a buffer of its size, and returns their content. */
    private byte[] records(int... sizes) throws IOException {
        Random random = new Random(1);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int size : sizes) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            all.write(bytes);
            channel.pipeline()
                    .fireChannelRead(channel.alloc().directBuffer(size).writeBytes(bytes));
        }
        return all.toByteArray();
    }
}
