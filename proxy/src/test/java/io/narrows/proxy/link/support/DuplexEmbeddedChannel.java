package io.narrows.proxy.link.support;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;

/** A channel without a socket, whose directions end separately, like those of a socket. */
public final class DuplexEmbeddedChannel extends EmbeddedChannel implements DuplexChannel {
    private boolean inputShutdown;
    private boolean outputShutdown;

    /** Creates an unregistered channel: handlers are added first, as with an accepted socket. */
    public DuplexEmbeddedChannel(ByteBufAllocator allocator) {
        super(false, false);
        config().setAllocator(allocator);
    }

    /** Ends the input, as if the other end had closed its direction. */
    public void peerEnds() {
        if (isOpen() && !inputShutdown) {
            inputShutdown = true;
            pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
            runPendingTasks();
        }
    }

    @Override
    public boolean isInputShutdown() {
        return inputShutdown;
    }

    @Override
    public ChannelFuture shutdownInput() {
        return shutdownInput(newPromise());
    }

    @Override
    public ChannelFuture shutdownInput(ChannelPromise promise) {
        inputShutdown = true;
        return promise.setSuccess();
    }

    @Override
    public boolean isOutputShutdown() {
        return outputShutdown;
    }

    @Override
    public ChannelFuture shutdownOutput() {
        return shutdownOutput(newPromise());
    }

    @Override
    public ChannelFuture shutdownOutput(ChannelPromise promise) {
        outputShutdown = true;
        return promise.setSuccess();
    }

    @Override
    public boolean isShutdown() {
        return inputShutdown && outputShutdown;
    }

    @Override
    public ChannelFuture shutdown() {
        return shutdown(newPromise());
    }

    @Override
    public ChannelFuture shutdown(ChannelPromise promise) {
        inputShutdown = true;
        return shutdownOutput(promise);
    }
}
