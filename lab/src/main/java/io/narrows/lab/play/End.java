package io.narrows.lab.play;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * One end of a connection: writes its part as its cues become due, and compares received bytes with the other
 * part.
 */
final class End implements ReadyChannel {
    private final Conversation conversation;
    private final SocketChannel channel;
    private final SelectionKey key;
    private final ByteBuffer said;
    private final ByteBuffer expected;
    private final ByteBuffer scratch;
    private boolean lastCueGiven;
    private boolean outputShut;
    private boolean inputEnded;

    /**
     * @param part bytes that this end sends
     * @param otherPart bytes that the other end sends
     * @param scratch receive buffer, shared by all ends of a player
     */
    End(
            Conversation conversation,
            SocketChannel channel,
            Selector selector,
            byte[] part,
            byte[] otherPart,
            ByteBuffer scratch)
            throws IOException {
        this.conversation = conversation;
        this.channel = channel;
        this.said = ByteBuffer.wrap(part).limit(0);
        this.expected = ByteBuffer.wrap(otherPart);
        this.scratch = scratch;
        channel.configureBlocking(false);
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    /** Sends everything up to this byte of the part. */
    void say(int upTo) {
        said.limit(upTo);
        writeOrBreak();
    }

    /** Sends the data due so far, then half-closes. */
    void finish() {
        lastCueGiven = true;
        writeOrBreak();
    }

    @Override
    public void ready(SelectionKey readyKey) {
        try {
            if (readyKey.isReadable()) {
                read();
            }
            if (readyKey.isValid() && readyKey.isWritable()) {
                write();
            }
        } catch (IOException e) {
            conversation.broken();
        }
    }

    private void writeOrBreak() {
        try {
            write();
        } catch (IOException e) {
            conversation.broken();
        }
    }

    private void write() throws IOException {
        channel.write(said);
        if (said.hasRemaining()) {
            key.interestOpsOr(SelectionKey.OP_WRITE);
            return;
        }
        key.interestOpsAnd(~SelectionKey.OP_WRITE);
        if (lastCueGiven && !outputShut) {
            outputShut = true;
            channel.shutdownOutput();
            conversation.endShut();
        }
    }

    private void read() throws IOException {
        scratch.clear();
        if (channel.read(scratch) < 0) {
            inputEnded = true;
            key.interestOpsAnd(~SelectionKey.OP_READ);
            conversation.endShut();
            return;
        }
        compare(scratch.flip());
    }

    private void compare(ByteBuffer heard) {
        int comparable = Math.min(heard.remaining(), conversation.other(this).saidBytes() - expected.position());
        conversation.tally().mismatch(heard.remaining() - comparable);
        int different = 0;
        ByteBuffer recorded = expected.slice(expected.position(), comparable);
        if (recorded.mismatch(heard.slice(0, comparable)) >= 0) {
            for (int i = 0; i < comparable; i++) {
                different += recorded.get(i) == heard.get(i) ? 0 : 1;
            }
        }
        conversation.tally().mismatch(different);
        conversation.tally().equal(comparable - different);
        expected.position(expected.position() + comparable);
    }

    /** Returns the number of bytes due so far. */
    int saidBytes() {
        return said.limit();
    }

    /** Returns the number of bytes sent by the other end that have not arrived. */
    int missingBytes() {
        return conversation.other(this).saidBytes() - expected.position();
    }

    boolean done() {
        return outputShut && inputEnded;
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The connection is closed either way.
        }
    }
}
