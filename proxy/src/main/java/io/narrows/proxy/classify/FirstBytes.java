package io.narrows.proxy.classify;

import io.narrows.config.ClassPattern;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/**
 * The first bytes of one connection, and those recognisers that may still make something of them. Bytes are kept only while
 * that is so: in most cases the first read decides. Where a connection carries one request after the other, the recogniser that
 * knows the first looks at the beginning of every later read, too. Not thread-safe.
 */
final class FirstBytes {
    /** How many first bytes are looked at. */
    static final int MAX_BYTES = ClassPattern.MAX_WITHIN;

    /** Each read is looked at together with all before it, so a stream that drips must not have many. */
    private static final int MAX_READS = 64;

    private List<Recogniser> undecided;
    private Finding found = Finding.NOTHING;
    private Recogniser ofRequests;
    private ByteBuf kept = Unpooled.EMPTY_BUFFER;
    private int reads;

    /** @param recognisers in their order: of those that find something, the first one counts */
    FirstBytes(List<Recogniser> recognisers) {
        this.undecided = recognisers;
    }

    /** Whether no later byte changes what was found. */
    boolean decided() {
        return undecided.isEmpty() && ofRequests == null;
    }

    /** What is known after another read; nothing when that is nothing yet. */
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

    /** Those that are still undecided. What comes after one that has found something matters no more. */
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
