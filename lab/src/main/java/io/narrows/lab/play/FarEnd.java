package io.narrows.lab.play;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The destination of the far sidecar for the connections of one recording. They are dialed one at a time, each after
 * the previous one was delivered, so that each delivery can be attributed without extra bytes in the traffic.
 */
final class FarEnd implements ReadyChannel {
    private final ServerSocketChannel listener;
    private final Deque<Conversation> dialling = new ArrayDeque<>();

    FarEnd(Selector selector) throws IOException {
        listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT, this);
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    /** Dials the conversation when its turn comes. */
    void connect(Conversation conversation) {
        dialling.add(conversation);
        if (dialling.peek() == conversation) {
            conversation.dial();
        }
    }

    @Override
    public void ready(SelectionKey key) {
        try {
            SocketChannel channel = listener.accept();
            Conversation first = dialling.peek();
            if (channel != null && first != null) {
                first.delivered(channel);
                forget(first);
            } else if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a conversation, and dials the next one if it was first. */
    void forget(Conversation conversation) {
        boolean wasFirst = dialling.peek() == conversation;
        dialling.remove(conversation);
        if (wasFirst && !dialling.isEmpty()) {
            dialling.peek().dial();
        }
    }

    void close() throws IOException {
        listener.close();
    }
}
