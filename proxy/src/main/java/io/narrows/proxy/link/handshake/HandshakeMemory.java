package io.narrows.proxy.link.handshake;

import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Charge;
import io.narrows.proxy.memory.Storage;

/**
 * The memory of one connection before it becomes a link, in {@link io.narrows.proxy.memory.Purpose#HANDSHAKES}: the
 * longest greeting and the longest TLS record. An accepted connection reserves it with its first byte and is refused
 * if none is left; for a dialed connection, the memory is only counted.
 */
final class HandshakeMemory {
    /** A TLS record is at most 2^14 bytes, plus what encryption adds; RFC 8446, 5.2. */
    private static final int RECORD_BYTES = (1 << 14) + 256;

    /** Memory of one connection, in bytes. */
    static final int BYTES = HandshakeReads.GREETING_BYTES + RECORD_BYTES;

    private HandshakeMemory() {}

    /** Returns the charge of one connection, not taken yet. */
    static Charge of(Account account) {
        return new Charge(account, Storage.NATIVE, BYTES);
    }

    /** Returns the number of connections of the account for which there is memory while no other account holds any. */
    static long room(Account account) {
        return account.pool().mostOfOneBytes() / BYTES;
    }
}
