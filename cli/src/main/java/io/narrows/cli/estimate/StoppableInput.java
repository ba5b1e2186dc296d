package io.narrows.cli.estimate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;

/** A channel that another thread can end, also while a read waits for bytes. */
final class StoppableInput implements ReadableByteChannel {
    private final ReadableByteChannel channel;
    private volatile boolean stopped;

    /** @param channel its read ends when it is closed */
    StoppableInput(ReadableByteChannel channel) {
        this.channel = channel;
    }

    @Override
    public int read(ByteBuffer bytes) throws IOException {
        try {
            return stopped ? -1 : channel.read(bytes);
        } catch (ClosedChannelException e) {
            if (stopped) {
                return -1;
            }
            throw e;
        }
    }

    /** Ends the channel, for the reader as if its source had ended. */
    void stop() {
        stopped = true;
        try {
            channel.close();
        } catch (IOException e) {
            // The next read returns the end anyway.
        }
    }

    boolean isStopped() {
        return stopped;
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
