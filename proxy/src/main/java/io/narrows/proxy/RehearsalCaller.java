package io.narrows.proxy;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;

/**
 * The client of a {@link Rehearsal}: sends a record, now and then many at once, waits until they have come back, and goes
 * on. One in four records is large.
 */
final class RehearsalCaller extends ChannelInboundHandlerAdapter {
    private static final int LARGEST_RECORD = 8 * 1024;
    private static final int SMALL_RECORD = 300;
    private static final int BURST = 1024;
    private static final int ROUNDS_PER_BURST = 512;
    private static final int WORD = 16;

    private final Random random = new Random(1);
    private final byte[] text = text(random);
    private final LongAdder exchanges;
    private int awaited;

    private RehearsalCaller(LongAdder exchanges) {
        this.exchanges = exchanges;
    }

    /** @param exchanges counts how often what was sent had come back */
    static void attach(Channel channel, LongAdder exchanges) {
        channel.pipeline().addLast(new RehearsalCaller(exchanges));
        channel.config().setAutoRead(true);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        send(context);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf answer = (ByteBuf) message;
        awaited -= answer.readableBytes();
        answer.release();
        if (awaited == 0) {
            exchanges.increment();
            send(context);
        }
    }

    private void send(ChannelHandlerContext context) {
        int records = random.nextInt(ROUNDS_PER_BURST) == 0 ? BURST : 1;
        for (int i = 0; i < records; i++) {
            sendOne(context);
        }
    }

    private void sendOne(ChannelHandlerContext context) {
        int size = 1 + random.nextInt(random.nextInt(4) == 0 ? LARGEST_RECORD : SMALL_RECORD);
        ByteBuf record = context.alloc().directBuffer(size);
        record.writeBytes(text, random.nextInt(text.length - size), size);
        awaited += size;
        context.writeAndFlush(record, context.voidPromise());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }

    /** Words that come again in another order, as in a log of writes. */
    private static byte[] text(Random random) {
        byte[] words = new byte[4096];
        random.nextBytes(words);
        byte[] text = new byte[8 * LARGEST_RECORD];
        for (int at = 0; at < text.length; at += WORD) {
            System.arraycopy(words, random.nextInt(words.length - WORD), text, at, WORD);
        }
        return text;
    }
}
