package io.narrows.proxy.link.dictionary;

import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryName;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The dictionary that one peer lacks, and the link that sends it, one at a time. If that link ends, another one continues. The links are on
 * several event loops; this object's monitor guards all state, and is held for a few steps at most.
 */
final class OutgoingDictionary {
    /** Time from the peer's answer to the next dictionary: longer than the hour that the peer waits, as the clocks may differ. */
    static final long INTERVAL_NANOS = 61 * 60_000_000_000L;

    /** Time until the next attempt if the peer has lost its part, or a link ended before the peer had answered. */
    static final long RETRY_NANOS = 60_000_000_000L;

    /**
     * A dictionary that the peer does not have.
     *
     * @param target of the connections that it is for, as OPEN names it
     * @param dialled whether this side dials their links
     */
    record MissingDictionary(Dictionary dictionary, String target, boolean dialled) {
        boolean isForSameConnections(MissingDictionary other) {
            return target.equals(other.target) && dialled == other.dialled;
        }
    }

    /** A dictionary for a link to send from an offset on. */
    record Claim(MissingDictionary missing, int offset) {}

    private final LongSupplier nanoClock;
    private @Nullable MissingDictionary missing;
    private @Nullable DictionaryTransfer sender;
    private @Nullable DictionaryName kept;
    private int sent;
    private long nextAt;

    OutgoingDictionary(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.nextAt = nanoClock.getAsLong();
    }

    /**
     * Records that the peer lacks a dictionary that a connection could have begun with. The latest one counts, but one that was sent in part
     * is completed first, unless this one is for the same connections, or the peer's release does not read it: it has changed since.
     *
     * @param keptBefore what {@link #kept()} returned before the hellos of the connection's link
     * @param peerReads returns whether the release at the other end of that link reads a dictionary
     */
    synchronized void peerLacks(
            MissingDictionary wanted, @Nullable DictionaryName keptBefore, Predicate<Dictionary> peerReads) {
        DictionaryName name = wanted.dictionary().name();
        if (name.equals(kept) && !name.equals(keptBefore)) {
            return; // the peer has it since the hellos
        }
        MissingDictionary before = missing;
        boolean isSame = before != null && before.dictionary().name().equals(name);
        if (sender != null || isSame) {
            return;
        }
        if (before != null && sent > 0 && peerReads.test(before.dictionary()) && !before.isForSameConnections(wanted)) {
            return;
        }
        missing = wanted;
        sent = 0;
    }

    /**
     * Returns the dictionary for a link to send; null if there is none, another link sends one, or it is too soon.
     *
     * @param peerReads returns whether the release at the link's other end reads a dictionary
     */
    synchronized @Nullable Claim claim(DictionaryTransfer link, Predicate<Dictionary> peerReads) {
        if (missing == null
                || !peerReads.test(missing.dictionary())
                || sender != null
                || nanoClock.getAsLong() - nextAt < 0) {
            return null;
        }
        sender = link;
        return new Claim(missing, sent);
    }

    /** Records how much a link has sent, from the first byte on. */
    synchronized void sent(DictionaryTransfer link, int bytes) {
        if (sender == link) {
            sent = bytes;
        }
    }

    /** Returns the dictionary that the peer has kept last; null for none. */
    synchronized @Nullable DictionaryName kept() {
        return kept;
    }

    /** Records that the peer keeps the dictionary that a link sent. */
    synchronized void kept(DictionaryTransfer link) {
        if (sender == link && missing != null) {
            kept = missing.dictionary().name();
        }
        end(link, INTERVAL_NANOS);
    }

    /** Records that the peer has refused, or does not answer, a link that sent a dictionary. */
    synchronized void settled(DictionaryTransfer link) {
        end(link, INTERVAL_NANOS);
    }

    /** Records that the peer cannot continue the dictionary, which any link sends from its beginning later. */
    synchronized void restart(DictionaryTransfer link) {
        if (sender == link) {
            sender = null;
            sent = 0;
            nextAt = nanoClock.getAsLong() + RETRY_NANOS;
        }
    }

    /**
     * Records that a link ended, or has no time: another one continues. If it sent everything, the peer may have the dictionary; if not, later
     * hellos show that it lacks it.
     */
    synchronized void lost(DictionaryTransfer link) {
        if (sender == link && missing != null && sent == missing.dictionary().length()) {
            end(link, RETRY_NANOS);
        } else if (sender == link) {
            sender = null;
        }
    }

    private void end(DictionaryTransfer link, long pause) {
        if (sender == link) {
            sender = null;
            missing = null;
            sent = 0;
            nextAt = nanoClock.getAsLong() + pause;
        }
    }
}
