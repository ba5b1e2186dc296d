package io.narrows.proxy.classify;

import io.narrows.config.ClassPattern;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of one connection, and the recognizers that are still undecided. Bytes are kept only while some
 * recognizer is undecided; in most cases, the first read decides. On a connection of many requests, the recognizer of
 * the first request also examines the start of each later read. Not thread-safe.
 */
final class FirstBytes {
    /** Maximum number of first bytes that are examined. */
    static final int MAX_BYTES = ClassPattern.MAX_WITHIN;

    /**
     * Maximum number of reads: each is examined together with all before it, so a stream of tiny reads must be cut off.
     */
    private static final int MAX_READS = 64;

    private List<Recogniser> undecided;
    private Finding found = Finding.NOTHING;
    private @Nullable Recogniser ofRequests;
    private ByteBuf kept = Unpooled.EMPTY_BUFFER;
    private int reads;

    /** @param recognisers in order of precedence */
    FirstBytes(List<Recogniser> recognisers) {
        this.undecided = recognisers;
    }

    /** Returns whether later bytes cannot change the finding. */
    boolean decided() {
        return undecided.isEmpty() && ofRequests == null;
    }

    /** Returns the finding after another read; {@code NOTHING} if there is none yet. */
    Finding look(ByteBuf read) {
        return undecided.isEmpty() ? lookForRequest(read) : lookAtStart(read);
    }

    private Finding lookForRequest(ByteBuf read) {
        if (ofRequests != null) {
            Finding next = ofRequests.look(read.slice());
            found = next.kind() == Finding.Kind.REQUEST ? next : found;
        }
        return found;
    }

    private Finding lookAtStart(ByteBuf read) {
        ByteBuf start = start(read);
        undecided = ask(start);
        reads++;
        if (start.readableBytes() == MAX_BYTES || reads == MAX_READS) {
            undecided = List.of();
        }
        keep(start);
        return found;
    }

    private ByteBuf start(ByteBuf read) {
        int length = Math.min(read.readableBytes(), MAX_BYTES - kept.readableBytes());
        return kept.isReadable()
                ? kept.writeBytes(read, read.readerIndex(), length)
                : read.slice(read.readerIndex(), length);
    }

    /** Returns the recognizers that are still undecided. Those after one that has recognized the stream are ignored. */
    private List<Recogniser> ask(ByteBuf start) {
        List<Recogniser> left = new ArrayList<>();
        for (Recogniser recogniser : undecided) {
            Finding finding = recogniser.look(start);
            if (finding.trafficClass().isPresent()) {
                found = finding;
                ofRequests = finding.kind() == Finding.Kind.REQUEST ? recogniser : null;
                return left;
            }
            if (finding.kind() == Finding.Kind.UNDECIDED) {
                left.add(recogniser);
            }
        }
        return left;
    }

    private void keep(ByteBuf start) {
        if (undecided.isEmpty()) {
            kept = Unpooled.EMPTY_BUFFER;
        } else if (kept != start) {
            kept = Unpooled.buffer(start.readableBytes(), MAX_BYTES).writeBytes(start, 0, start.readableBytes());
        }
    }
}
