package io.narrows.proxy.link.bill;

import io.narrows.proxy.link.frame.FrameMeter;
import io.narrows.proxy.meter.TrafficCell;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import org.jspecify.annotations.Nullable;

/**
 * Counts a link's bytes at its socket, below TLS, and attributes them to the traffic that they carried. A frame's own
 * bytes are booked when it is written; other sent bytes, such as hellos and TLS, are booked to the last cell in use.
 * Received bytes are booked once their frame is known. TCP and IP headers are counted by {@link LinkBill}.
 */
public final class WireCounter extends ChannelDuplexHandler implements FrameMeter {
    private final LinkBill bill;
    private @Nullable TrafficCell sentCell;
    private @Nullable TrafficCell receivedCell;
    private long sentFrames;
    private long sentSocket;
    private long receivedUnbooked;

    public WireCounter(LinkBill bill) {
        this.bill = bill;
    }

    /** Returns the link's bill. */
    public LinkBill bill() {
        return bill;
    }

    /** Sets the default cells for bytes from now on, and books the bytes before to them. */
    public void control(TrafficCell sent, TrafficCell received) {
        sentCell = sent;
        receivedCell = received;
        bookSurplus();
        book(received, 0);
        bill.control(sent, received);
    }

    /** Returns whether nothing was received. */
    public boolean silent() {
        return receivedUnbooked == 0;
    }

    @Override
    public void carries(TrafficCell cell, int appBytes) {
        bill.appSent(cell, appBytes);
    }

    @Override
    public void sending(TrafficCell cell, int frameBytes) {
        sentCell = cell;
        cell.wire(frameBytes);
        bill.payloadSent(cell, frameBytes);
        bill.frameSent(cell, frameBytes);
        sentFrames += frameBytes;
    }

    private void bookSurplus() {
        long surplus = sentSocket - sentFrames;
        if (sentCell != null && surplus > 0) {
            sentCell.wire(surplus);
            bill.payloadSent(sentCell, surplus);
            sentFrames += surplus;
        }
    }

    /**
     * Books received bytes that were not booked before.
     *
     * @param later bytes that have arrived but belong to later frames
     */
    public void bookReceived(TrafficCell cell, int later) {
        bill.frameReceived(cell, Math.max(0, receivedUnbooked - later));
        book(cell, later);
    }

    private void book(TrafficCell cell, int later) {
        long bytes = receivedUnbooked - later;
        if (bytes > 0) {
            cell.wire(bytes);
            bill.payloadReceived(cell, bytes);
            receivedUnbooked = later;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof ByteBuf bytes) {
            receivedUnbooked += bytes.readableBytes();
            bill.socketRead(bytes.readableBytes());
        }
        ctx.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf bytes) {
            sentSocket += bytes.readableBytes();
            bill.socketWritten(bytes.readableBytes());
            bookSurplus();
        }
        ctx.write(message, promise);
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        bill.socketFlushed();
        ctx.flush();
    }

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        bill.close();
        ctx.close(promise);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (receivedCell != null) {
            book(receivedCell, 0);
        }
        bill.close(); // a failing socket is closed without calling close
        ctx.fireChannelInactive();
    }
}
