package io.narrows.proxy.link;

import io.narrows.proxy.meter.TrafficCell;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/**
 * Counts a link's bytes at its socket, below TLS, and books them to the traffic that they carried. A frame's own bytes are
 * booked when it is written; what the socket gets beyond them, such as hellos and TLS, goes to the cell that was named
 * last. Received bytes are booked once their frame is known. TCP and IP headers are the {@link LinkBill}'s concern.
 */
final class WireCounter extends ChannelDuplexHandler {
    private final LinkBill bill;
    private TrafficCell sentCell;
    private TrafficCell receivedCell;
    private long sentFrames;
    private long sentSocket;
    private long receivedUnbooked;

    WireCounter(LinkBill bill) {
        this.bill = bill;
    }

    /** Returns the link's bill. */
    LinkBill bill() {
        return bill;
    }

    /** Names what later bytes are booked to as long as nothing else is said, and books what came before. */
    void control(TrafficCell sent, TrafficCell received) {
        sentCell = sent;
        receivedCell = received;
        bookSurplus();
        book(received, 0);
        bill.control(sent, received);
    }

    /** Whether nothing was received. */
    boolean silent() {
        return receivedUnbooked == 0;
    }

    /** Books a frame that is about to be written. */
    void sending(TrafficCell cell, int frameBytes) {
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
     * Books what was received and not booked yet.
     *
     * @param later bytes that are there already but belong to later frames
     */
    void bookReceived(TrafficCell cell, int later) {
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
        bill.close(); // a socket that fails is closed without a word
        ctx.fireChannelInactive();
    }
}
