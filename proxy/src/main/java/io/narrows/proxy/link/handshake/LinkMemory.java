package io.narrows.proxy.link.handshake;

import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Charge;
import io.narrows.proxy.memory.Storage;

/**
 * The heap memory of a link and the connection that it carries, in {@link io.narrows.proxy.memory.Purpose#LINKS}. It is
 * reserved before the link is dialed or its hello is answered, and returned when its connection is closed.
 *
 * <p>Measured by class histograms of a hub with 1,000 and 2,000 open connections on JDK 25: 8.7 KB of objects for each,
 * and less than 1 KB of arrays; a TLS engine of the JDK with its session takes 6.3 to 7.9 KB.
 */
final class LinkMemory {
    /** Bytes of a link and its connection, without TLS. */
    static final int BYTES = 10 << 10;

    /** Additional bytes of a link with TLS. */
    static final int TLS_BYTES = 8 << 10;

    private LinkMemory() {}

    /**
     * Returns the charge of one link, not taken yet.
     *
     * @param encrypted whether TLS may carry the link
     */
    static Charge of(Account account, boolean encrypted) {
        return new Charge(account, Storage.HEAP, encrypted ? BYTES + TLS_BYTES : BYTES);
    }
}
