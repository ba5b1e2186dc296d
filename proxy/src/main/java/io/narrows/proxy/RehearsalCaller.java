package io.narrows.proxy;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;

/** The client of a {@link Rehearsal}: sends a record, now and then many at once, waits until they have come back, and goes on. */
final class RehearsalCaller extends ChannelInboundHandlerAdapter {
    private static final int BURST = 1024;
    private static final int ROUNDS_PER_BURST = 512;

    private final Random random = new Random(1);
    private final RehearsalRecords records;
    private final LongAdder exchanges;
    private int awaited;

    private RehearsalCaller(RehearsalRecords records, LongAdder exchanges) {
        this.records = records;
        this.exchanges = exchanges;
    }

    /**
     * @param records what it sends; nobody else uses it
     * @param exchanges counts how often what was sent had come back
     */
    static void attach(Channel channel, RehearsalRecords records, LongAdder exchanges) {
        channel.pipeline().addLast(new RehearsalCaller(records, exchanges));
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
        int count = random.nextInt(ROUNDS_PER_BURST) == 0 ? BURST : 1;
        for (int i = 0; i < count; i++) {
            ByteBuf record = context.alloc().directBuffer();
            records.next(record);
            awaited += record.readableBytes();
            context.writeAndFlush(record, context.voidPromise());
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
