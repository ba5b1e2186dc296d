package io.narrows.proxy.link.dictionary;

import com.google.protobuf.ByteString;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryName;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.proto.DictionaryPart;
import io.narrows.proxy.link.proto.DictionaryRefused.Reason;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.memory.TakenMemory;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The dictionary that one peer is sending, on one link at a time; if that link ends, another one may continue. The links are on several event
 * loops; this object's monitor guards all state, and is held for a few steps at most.
 */
final class IncomingDictionary {
    /** Minimum time between two dictionaries of a peer. */
    static final long INTERVAL_NANOS = 60 * 60_000_000_000L;

    /** Time after which an incomplete dictionary is dropped if nothing continues it. */
    static final long ABANDONED_NANOS = 10 * 60_000_000_000L;

    private static final byte[] EMPTY = {};

    /**
     * All bytes of a dictionary, whose name has not been checked.
     *
     * @param target of the connections that it is for, as OPEN names it
     * @param dialled whether this side dials their links
     * @param charged memory of these bytes
     * @param reserved memory with which the dictionary can be kept and used
     */
    record Complete(
            DictionaryName name,
            String target,
            boolean dialled,
            byte[] bytes,
            TakenMemory charged,
            TakenMemory reserved) {
        /** Gives back the memory of the bytes, and what is left of the reserved memory, once. */
        void settle() {
            charged.giveBack();
            reserved.giveBack();
        }
    }

    private final Account account;
    private final LongSupplier nanoClock;
    private @Nullable DictionaryTransfer link;
    private @Nullable DictionaryPart first;
    private byte[] bytes = EMPTY;
    private int filled;

    /** Memory of the bytes. */
    private TakenMemory charged;

    /** Memory besides the bytes, so that the dictionary can be kept and used when they are complete. */
    private TakenMemory reserved;

    private long filledAt;
    private long nextAt;
    private boolean closed;

    /** @param account that the bytes are charged to until they are {@linkplain Complete#settle settled} */
    IncomingDictionary(Account account, LongSupplier nanoClock) {
        this.account = account;
        this.charged = new TakenMemory(account, Storage.HEAP);
        this.reserved = new TakenMemory(account, Storage.HEAP);
        this.nanoClock = nanoClock;
        this.nextAt = nanoClock.getAsLong();
    }

    /**
     * Begins a dictionary, in place of an incomplete one, and takes its memory; or continues the incomplete one.
     *
     * @param part its first part, or the first one on a link that continues it; its {@link #add bytes} are not added
     * @return why it is not received; null if it is
     */
    synchronized @Nullable Reason begin(DictionaryTransfer receiver, DictionaryPart part) {
        if (part.getOffset() > 0) {
            return resume(receiver, part);
        }
        drop();
        if (nanoClock.getAsLong() - nextAt < 0) {
            return Reason.TOO_SOON;
        }
        long used =
                StreamDictionary.firstBytes(Dictionary.hasFrames(part.getBytes().asReadOnlyByteBuffer()));
        if (!charged.raise(part.getLength()) || !reserved.raise(used)) {
            drop();
            return Reason.MEMORY;
        }
        link = receiver;
        first = part;
        filledAt = nanoClock.getAsLong();
        return null;
    }

    /** Continues at the part's offset, which may be before bytes that arrived although the sender's link broke. */
    private @Nullable Reason resume(DictionaryTransfer receiver, DictionaryPart part) {
        boolean continues = first != null
                && first.getName().equals(part.getName())
                && first.getLength() == part.getLength()
                && Integer.compareUnsigned(part.getOffset(), filled) <= 0;
        if (!continues) {
            drop();
            return Reason.INCOMPLETE;
        }
        link = receiver;
        filled = part.getOffset();
        return null;
    }

    /**
     * Adds the bytes of a part; ignores it if the link no longer receives a dictionary.
     *
     * @return the dictionary if that completes it, whose memory stays taken until it is settled; null otherwise
     * @throws CorruptFrameException if the bytes do not continue the dictionary, which is dropped
     */
    synchronized @Nullable Complete add(DictionaryTransfer receiver, DictionaryPart part) throws CorruptFrameException {
        if (link != receiver || first == null) {
            return null;
        }
        ByteString added = part.getBytes();
        int left = first.getLength() - filled;
        if (part.getOffset() != filled || added.isEmpty() || added.size() > left) {
            drop();
            throw new CorruptFrameException("invalid part of a dictionary: " + added.size() + " bytes at "
                    + Integer.toUnsignedString(part.getOffset()) + " (expected: 1 to " + left + " bytes at " + filled
                    + ")");
        }
        if (filled + added.size() > bytes.length) {
            bytes = Arrays.copyOf(
                    bytes, Math.min(first.getLength(), Math.max(2 * bytes.length, filled + added.size())));
        }
        added.copyTo(bytes, filled);
        filled += added.size();
        filledAt = nanoClock.getAsLong();
        if (filled < first.getLength()) {
            return null;
        }
        TakenMemory nextCharged = new TakenMemory(account, Storage.HEAP);
        TakenMemory nextReserved = new TakenMemory(account, Storage.HEAP);
        Complete complete = new Complete(
                DictionaryName.ofHash(first.getName().toByteArray()),
                first.getTarget(),
                !first.getDialled(),
                bytes,
                charged,
                reserved);
        charged = nextCharged;
        reserved = nextReserved;
        clear();
        nextAt = filledAt + INTERVAL_NANOS;
        return complete;
    }

    /** Leaves what a link that ended has received for another one. */
    synchronized void lost(DictionaryTransfer receiver) {
        if (link == receiver) {
            link = null;
            if (closed) {
                drop();
            }
        }
    }

    /** Drops an incomplete dictionary. Links that are still open may complete others, but leave none for later links. */
    synchronized void close() {
        closed = true;
        drop();
    }

    /** Drops a dictionary that nothing has continued for a long time. */
    synchronized void dropAbandoned() {
        if (first != null && nanoClock.getAsLong() - filledAt >= ABANDONED_NANOS) {
            drop();
        }
    }

    private void drop() {
        clear();
        charged.giveBack();
        reserved.giveBack();
    }

    private void clear() {
        first = null;
        link = null;
        bytes = EMPTY;
        filled = 0;
    }
}
