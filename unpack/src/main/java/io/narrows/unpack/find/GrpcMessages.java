package io.narrows.unpack.find;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages in the DATA frames of one direction (gRPC over HTTP/2, "Length-Prefixed-Message"). Compressed ones are read as
 * {@link PackedContent}. Frames of other streams may lie between the frames of a message; pieces of those streams that
 * begin in such a gap are not found, because pieces cannot overlap.
 */
final class GrpcMessages {
    /** Maximum number of streams remembered inside a message. */
    private static final int MOST_CUT = 128;

    private final Partition partition;
    private final PackedContent packed;

    /** Streams whose last frame ended inside a message. */
    private final List<GrpcStream> cut = new ArrayList<>();

    private GrpcStream spare = new GrpcStream();

    /** The stream whose message is read as packed content. */
    private @Nullable GrpcStream reading;

    GrpcMessages(Partition partition, PackedContent packed) {
        this.partition = partition;
        this.packed = packed;
    }

    /** Reads a part of the content of a DATA frame. */
    void read(int id, ByteBuffer bytes, int from, int end) {
        GrpcStream stream = turnTo(id);
        int at = from;
        while (at < end) {
            if (stream.inPrefix()) {
                partition.foreign(1);
                stream.prefix(bytes.get(at++) & 0xff);
                beginContent(stream);
            } else {
                at = content(stream, bytes, at, at + (int) Math.min(end - at, stream.left()));
            }
        }
        if (stream.insideMessage()) {
            remember(stream);
        }
    }

    private void remember(GrpcStream stream) {
        if (cut.size() >= MOST_CUT) {
            forget(0);
        }
        cut.add(stream);
        if (stream == spare) {
            spare = new GrpcStream();
        }
    }

    /** Returns the stream of a frame, which is not among the cut ones while the frame is read. */
    private GrpcStream turnTo(int id) {
        for (int i = 0; i < cut.size(); i++) {
            if (cut.get(i).id() == id) {
                return cut.remove(i);
            }
        }
        return spare.begin(id);
    }

    private void beginContent(GrpcStream stream) {
        boolean free = reading == null || partition.givenUp();
        if (free && stream.beginsCompressed()) {
            release();
            reading = stream;
            packed.begin(stream.left());
        }
    }

    private int content(GrpcStream stream, ByteBuffer bytes, int from, int end) {
        int at = stream == reading ? packed.read(bytes, from, end) : from;
        if (stream == reading && packed.ended()) {
            release();
        }
        partition.foreign(end - at);
        if (stream.pass(end - from) && stream == reading) {
            release();
        }
        return end;
    }

    /** Ends the message that is read as packed content, whether complete or not. */
    private void release() {
        if (reading != null) {
            reading = null;
            packed.abandon();
            partition.discard();
        }
    }

    /** Forgets a stream. */
    void end(int id) {
        for (int i = 0; i < cut.size(); i++) {
            if (cut.get(i).id() == id) {
                forget(i);
                return;
            }
        }
    }

    private void forget(int index) {
        if (cut.remove(index) == reading) {
            release();
        }
    }

    /** Forgets all streams. */
    void abandon() {
        release();
        cut.clear();
    }
}
