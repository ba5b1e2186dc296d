package io.narrows.lab.play;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A dialogue during playback: the end that dials the near sidecar, and the end to which the far sidecar delivers. Used by the
 * player's thread only.
 */
final class Conversation {
    private enum State {
        WAITING,
        OPEN,
        DONE
    }

    private final Dialogue dialogue;
    private final SocketAddress entrance;
    private final FarEnd farEnd;
    private final Selector selector;
    private final ByteBuffer scratch;
    private final Tally tally;
    private State state = State.WAITING;
    private @Nullable End client;
    private @Nullable End server; // null until delivered

    /** @param entrance address that the near sidecar captures */
    Conversation(
            Dialogue dialogue,
            SocketAddress entrance,
            FarEnd farEnd,
            Selector selector,
            ByteBuffer scratch,
            Tally tally) {
        this.dialogue = dialogue;
        this.entrance = entrance;
        this.farEnd = farEnd;
        this.selector = selector;
        this.scratch = scratch;
        this.tally = tally;
    }

    /** Connects to the near sidecar. Blocks, which takes no noticeable time on loopback. */
    void dial() {
        try {
            SocketChannel channel = SocketChannel.open(entrance);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            client = new End(this, channel, selector, dialogue.client(), dialogue.server(), scratch);
        } catch (IOException e) {
            broken();
        }
    }

    /** Sets the connection delivered by the far sidecar. */
    void delivered(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        server = new End(this, channel, selector, dialogue.server(), dialogue.client(), scratch);
        state = State.OPEN;
        tally.opened();
    }

    void play(Cue cue) {
        if (state == State.OPEN) {
            Objects.requireNonNull(cue.client() ? client : server).say(cue.upTo());
        }
    }

    /** Makes both ends send the data due so far, then half-close. */
    void finish() {
        if (state == State.OPEN) {
            Objects.requireNonNull(client).finish();
        }
        if (state == State.OPEN) {
            Objects.requireNonNull(server).finish();
        }
    }

    End other(End end) {
        return Objects.requireNonNull(end == client ? server : client);
    }

    Tally tally() {
        return tally;
    }

    boolean waiting() {
        return state == State.WAITING;
    }

    boolean done() {
        return state == State.DONE;
    }

    /** Called when one end has sent or received everything. */
    void endShut() {
        if (state == State.WAITING) {
            broken();
        } else if (Objects.requireNonNull(client).done()
                && Objects.requireNonNull(server).done()) {
            tally.mismatch(missingBytes());
            close();
        }
    }

    /** Ends the conversation although not both ends intended that. */
    void broken() {
        if (state != State.DONE) {
            tally.mismatch(Math.max(1, missingBytes()));
            close();
        }
    }

    private long missingBytes() {
        return client == null || server == null ? 0 : (long) client.missingBytes() + server.missingBytes();
    }

    private void close() {
        state = State.DONE;
        if (client != null) {
            client.close();
        }
        if (server != null) {
            server.close();
        }
        farEnd.forget(this);
    }
}
