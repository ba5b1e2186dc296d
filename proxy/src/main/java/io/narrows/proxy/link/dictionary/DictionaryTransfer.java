package io.narrows.proxy.link.dictionary;

import com.google.protobuf.ByteString;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryName;
import io.narrows.codec.dictionary.InvalidDictionaryException;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.dictionary.OutgoingDictionary.MissingDictionary;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.DictionaryPart;
import io.narrows.proxy.link.proto.DictionaryRefused;
import io.narrows.proxy.link.proto.DictionaryRefused.Reason;
import io.narrows.proxy.meter.DictionaryCounters;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends dictionaries to the peer, and receives those of the peer, on one link. Used on its event loop. */
public final class DictionaryTransfer implements AutoCloseable {
    /** Bytes of a dictionary in one message, whose other fields leave it shorter than the longest one. */
    static final int PART_BYTES = 3 << 10;

    /** Messages that are sent at a time, so that data waits for 12 KiB at most. */
    static final int PARTS_AT_ONCE = 4;

    /** Calls of {@link #sendPart} on a link that may never send after which another one may continue a dictionary. */
    static final int BUSY_CALLS = 5;

    /** Calls of {@link #sendPart} without the peer's answer after which the next dictionary is due as if there was one. */
    static final int UNANSWERED_CALLS = 60;

    private static final Logger LOG = LoggerFactory.getLogger(DictionaryTransfer.class);

    /** The link. */
    public interface Owner {
        /** Runs an action on the link's event loop while messages may be written, and flushes. Safe from any thread. */
        void later(Runnable message);

        /** Ends the link. Safe from any thread. */
        void failed(Throwable cause);
    }

    private final PeerTransfers peer;
    private final Predicate<Dictionary> peerReads;
    private final ControlWriter control;
    private final BooleanSupplier mayCarry;
    private final Owner owner;
    private @Nullable MissingDictionary sending;
    private boolean isNamed;
    private int sent;
    private int waits;
    private boolean hasSent;
    private boolean hasReceived;

    /**
     * @param peerReads returns whether the peer's release reads a dictionary
     * @param mayCarry returns whether dictionaries may be sent on the link in both directions: with TLS, or where the configuration explicitly allows
     *     plain text
     */
    DictionaryTransfer(
            PeerTransfers peer,
            Predicate<Dictionary> peerReads,
            ControlWriter control,
            BooleanSupplier mayCarry,
            Owner owner) {
        this.peer = peer;
        this.peerReads = peerReads;
        this.control = control;
        this.mayCarry = mayCarry;
        this.owner = owner;
    }

    private DictionaryCounters counters() {
        return peer.counters();
    }

    // ---- to the peer

    /**
     * Sends some of the dictionary that the peer lacks, if there is one. Called about once a second.
     *
     * @param isIdle whether the link may send messages, and no data of a connection would wait for them
     * @return whether something was written
     */
    public boolean sendPart(boolean isIdle) {
        boolean maySend = isIdle && mayCarry.getAsBoolean() && peer.isWanted();
        if (sending == null && maySend) {
            claim();
        }
        if (sending == null) {
            return false;
        }
        boolean isComplete = sent == sending.dictionary().length();
        if (!maySend || isComplete) {
            waits++;
            if (isComplete && waits > UNANSWERED_CALLS) {
                settled();
            } else if (!isComplete && waits > BUSY_CALLS) {
                sending = null;
                peer.outgoing().lost(this);
            }
            return false;
        }
        waits = 0;
        for (int i = 0; i < PARTS_AT_ONCE && sent < sending.dictionary().length(); i++) {
            control.dictionaryPart(next(sending));
        }
        peer.outgoing().sent(this, sent);
        return true;
    }

    private void claim() {
        OutgoingDictionary.Claim claim = peer.outgoing().claim(this, peerReads);
        if (claim != null) {
            sending = claim.missing();
            sent = claim.offset();
            isNamed = false;
            waits = 0;
        }
    }

    private DictionaryPart next(MissingDictionary missing) {
        Dictionary dictionary = missing.dictionary();
        DictionaryPart.Builder part = DictionaryPart.newBuilder().setOffset(sent);
        if (!isNamed) {
            isNamed = true;
            part.setName(ByteString.copyFrom(dictionary.name().hash()))
                    .setTarget(missing.target())
                    .setDialled(missing.dialled())
                    .setLength(dictionary.length());
        }
        int length = Math.min(PART_BYTES, dictionary.length() - sent);
        part.setBytes(ByteString.copyFrom(dictionary.bytes().slice(sent, length)));
        sent += length;
        hasSent = true;
        counters().bytesSent().add(length);
        return part.build();
    }

    private void kept(ByteString name) throws CorruptFrameException {
        if (isAnswer(name)) {
            counters().sent().increment();
            sending = null;
            peer.outgoing().kept(this);
        }
    }

    private void refused(DictionaryRefused message) throws CorruptFrameException {
        LOG.atDebug()
                .addKeyValue("peer", peer.id())
                .addKeyValue("reason", message.getReason())
                .log("the peer refuses a dictionary");
        if (!isAnswer(message.getName())) {
            return;
        }
        if (message.getReason() == Reason.INCOMPLETE) {
            sending = null;
            peer.outgoing().restart(this);
        } else {
            settled();
        }
    }

    private boolean isAnswer(ByteString name) throws CorruptFrameException {
        if (!hasSent) {
            throw new CorruptFrameException("answer to a dictionary on a link that has sent none");
        }
        return sending != null && isNamed(sending, name);
    }

    private static boolean isNamed(MissingDictionary missing, ByteString name) {
        return name.equals(ByteString.copyFrom(missing.dictionary().name().hash()));
    }

    private void settled() {
        sending = null;
        peer.outgoing().settled(this);
    }

    // ---- from the peer

    /** Handles a message about a dictionary. */
    public void received(Control message) throws CorruptFrameException {
        switch (message.getKindCase()) {
            case DICTIONARY_PART -> part(message.getDictionaryPart());
            case DICTIONARY_KEPT -> kept(message.getDictionaryKept().getName());
            case DICTIONARY_REFUSED -> refused(message.getDictionaryRefused());
            default -> throw new IllegalArgumentException("message of kind " + message.getKindCase());
        }
    }

    private void part(DictionaryPart part) throws CorruptFrameException {
        if (part.getOffset() == 0 || !part.getName().isEmpty()) {
            first(part);
        } else if (!hasReceived) {
            throw new CorruptFrameException("later part of a dictionary without its first one");
        }
        counters().bytesReceived().add(part.getBytes().size());
        IncomingDictionary.Complete complete = peer.incoming().add(this, part);
        if (complete != null) {
            check(complete);
        }
    }

    private void first(DictionaryPart part) throws CorruptFrameException {
        if (part.getName().size() != DictionaryName.BYTES
                || part.getLength() < Dictionary.MIN_BYTES
                || part.getLength() > Dictionary.MAX_BYTES) {
            throw new CorruptFrameException("invalid dictionary of " + Integer.toUnsignedString(part.getLength())
                    + " bytes, with a name of " + part.getName().size() + " (expected: " + Dictionary.MIN_BYTES
                    + " to " + Dictionary.MAX_BYTES + ", and " + DictionaryName.BYTES + ")");
        }
        hasReceived = true;
        DictionaryName name = DictionaryName.ofHash(part.getName().toByteArray());
        if (peer.renew(name)) {
            peer.incoming().lost(this);
            control.dictionaryKept(part.getName());
            return;
        }
        Reason reason = reason(part);
        if (reason != null) {
            peer.incoming().lost(this);
            control.dictionaryRefused(part.getName(), reason);
        }
    }

    private @Nullable Reason reason(DictionaryPart first) {
        if (!peer.isWanted()) {
            return Reason.RULE;
        }
        return mayCarry.getAsBoolean() ? peer.incoming().begin(this, first) : Reason.PLAIN_TEXT;
    }

    /** Checks the name, and keeps the dictionary, on a worker. */
    private void check(IncomingDictionary.Complete complete) {
        try {
            ByteString name = ByteString.copyFrom(complete.name().hash());
            try {
                peer.workers().execute(() -> checkHere(complete, name));
            } catch (RejectedExecutionException e) {
                complete.settle();
                LOG.atDebug().setCause(e).log("no worker is free to check a dictionary; not keeping it");
                control.dictionaryRefused(name, Reason.NOT_KEPT);
            }
        } catch (RuntimeException | Error e) {
            complete.settle();
            throw e;
        }
    }

    private void checkHere(IncomingDictionary.Complete complete, ByteString name) {
        try {
            DictionaryName found = DictionaryName.of(complete.bytes());
            if (!found.equals(complete.name())) {
                throw new CorruptFrameException("dictionary " + found.abbreviated() + " was announced as "
                        + complete.name().abbreviated());
            }
            Dictionary dictionary = Dictionary.of(complete.bytes());
            if (peer.keep(complete, dictionary)) {
                counters().received().increment();
                owner.later(() -> control.dictionaryKept(name));
            } else {
                owner.later(() -> control.dictionaryRefused(name, Reason.NOT_KEPT));
            }
        } catch (InvalidDictionaryException e) {
            owner.failed(new CorruptFrameException("dictionary that cannot be used: " + e.getMessage(), e));
        } catch (CorruptFrameException | RuntimeException | Error e) {
            owner.failed(e);
        } finally {
            complete.settle();
        }
    }

    /** Leaves what was not completed for another link. */
    @Override
    public void close() {
        sending = null;
        peer.outgoing().lost(this);
        peer.incoming().lost(this);
    }
}
