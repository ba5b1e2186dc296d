package io.narrows.proxy.link;

import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Charge;
import io.narrows.proxy.memory.Storage;

/**
 * The memory of one connection until it is a link, in {@link io.narrows.proxy.memory.Purpose#HANDSHAKES}: the longest greeting and
 * the longest TLS record. A connection that came in takes it with its first byte and is refused when there is none; one that this
 * node dials is counted only.
 */
final class HandshakeMemory {
    /** A TLS record is at most 2^14 bytes, plus what encryption adds; RFC 8446, 5.2. */
    private static final int RECORD_BYTES = (1 << 14) + 256;

    /** Bytes of one connection. */
    static final int BYTES = HandshakeReads.GREETING_BYTES + RECORD_BYTES;

    private HandshakeMemory() {}

    /** Returns the charge of one connection, not taken yet. */
    static Charge of(Account account) {
        return new Charge(account, Storage.NATIVE, BYTES);
    }

    /** Returns the number of connections of the account that have room together while no other account holds anything. */
    static long room(Account account) {
        return account.pool().mostOfOneBytes() / BYTES;
    }
}
