package io.narrows.proxy.link;

import io.narrows.proxy.meter.TrafficCell;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/**
 * Counts a link's bytes at its socket, below TLS, and books them to the traffic that they carried. What was sent is booked
 * to the cell that was named last; what was received waits until the frame is known that it belongs to.
 */
final class WireCounter extends ChannelDuplexHandler {
    private TrafficCell sentCell;
    private TrafficCell receivedCell;
    private long sentUnbooked;
    private long receivedUnbooked;

    /** Names what later bytes are booked to as long as nothing else is said, and books what came before. */
    void control(TrafficCell sent, TrafficCell received) {
        sentCell = sent;
        receivedCell = received;
        sent.wire(sentUnbooked);
        sentUnbooked = 0;
        bookReceived(received, 0);
    }

    /** What the next written bytes carry. */
    void sending(TrafficCell cell) {
        sentCell = cell;
    }

    /**
     * Books what was received and not booked yet.
     *
     * @param later bytes that are there already but belong to later frames
     */
    void bookReceived(TrafficCell cell, int later) {
        long bytes = receivedUnbooked - later;
        if (bytes > 0) {
            cell.wire(bytes);
            receivedUnbooked = later;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof ByteBuf bytes) {
            receivedUnbooked += bytes.readableBytes();
        }
        ctx.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf bytes) {
            if (sentCell == null) {
                sentUnbooked += bytes.readableBytes();
            } else {
                sentCell.wire(bytes.readableBytes());
            }
        }
        ctx.write(message, promise);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (receivedCell != null) {
            bookReceived(receivedCell, 0);
        }
        ctx.fireChannelInactive();
    }
}
