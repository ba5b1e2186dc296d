package io.narrows.cli.play;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One end of a connection: says its part when its cues come, and compares what it hears with the other part. */
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
     * @param part what this end says
     * @param otherPart what the other end says
     * @param scratch what is read, shared by all ends of a player
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

    /** Says everything up to that byte of the part. */
    void say(int upTo) {
        said.limit(upTo);
        writeOrBreak();
    }

    /** Says what it was told to say, then no more. */
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

    /** How much this end was told to say so far. */
    int saidBytes() {
        return said.limit();
    }

    /** How much of what the other end said has not arrived. */
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
            // It is gone either way.
        }
    }
}
