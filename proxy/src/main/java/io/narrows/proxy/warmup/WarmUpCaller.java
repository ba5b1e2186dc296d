package io.narrows.proxy.warmup;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/**
 * The client of a {@link WarmUp}: sends a record, sometimes many at once, waits until they are echoed, and
 * repeats. During real traffic, it pauses for a multiple of the time that a record takes, and never sends many
 * at once.
 */
final class WarmUpCaller extends ChannelInboundHandlerAdapter {
    private static final int BURST = 1024;
    private static final int ROUNDS_PER_BURST = 512;
    private static final long PAUSE_MILLIS = 5;

    private final Random random = new Random(1);
    private final WarmUpRecords records;
    private final LongAdder exchanges;
    private final BooleanSupplier givesWay;
    private int awaited;

    private WarmUpCaller(WarmUpRecords records, LongAdder exchanges, BooleanSupplier givesWay) {
        this.records = records;
        this.exchanges = exchanges;
        this.givesWay = givesWay;
    }

    /**
     * @param records supplies the records to send, for exclusive use
     * @param exchanges counts completed round trips
     * @param givesWay returns whether there is real traffic
     */
    static void attach(Channel channel, WarmUpRecords records, LongAdder exchanges, BooleanSupplier givesWay) {
        channel.pipeline().addLast(new WarmUpCaller(records, exchanges, givesWay));
        channel.config().setAutoRead(true);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        goOn(context);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf answer = (ByteBuf) message;
        awaited -= answer.readableBytes();
        answer.release();
        if (awaited == 0) {
            exchanges.increment();
            goOn(context);
        }
    }

    private void goOn(ChannelHandlerContext context) {
        if (givesWay.getAsBoolean()) {
            context.executor().schedule(() -> send(context, 1), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            send(context, random.nextInt(ROUNDS_PER_BURST) == 0 ? BURST : 1);
        }
    }

    private void send(ChannelHandlerContext context, int count) {
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
