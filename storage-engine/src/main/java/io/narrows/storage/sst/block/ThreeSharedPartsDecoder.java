package io.narrows.storage.sst.block;

import static io.narrows.storage.sst.block.ThreeSharedPartsHeader.FREQUENT;
import static io.narrows.storage.sst.block.ThreeSharedPartsHeader.NEXT;
import static io.narrows.storage.sst.block.ThreeSharedPartsHeader.VALUE_SHIFT;

import io.narrows.storage.InternalKey;

/** Decodes the format of {@link ThreeSharedPartsEncoder}. */
final class ThreeSharedPartsDecoder implements EntryDecoder {
    /** Number of own bytes of a frequent entry: one after the prefix, one before the last part. */
    private static final int FREQUENT_OWN = 2;

    private final ThreeSharedParts parts = new ThreeSharedParts();

    @Override
    public void decode(EntryState state, byte[] block, int at, int limit) throws MalformedBlockException {
        // most entries are frequent, with a short value and a short prefix
        if (limit - at >= 2) {
            int first = block[at];
            int prefix = block[at + 1];
            if ((first | prefix) >= 0 && (first & FREQUENT) != 0) {
                replaceTwo(state, block, at, limit, first, prefix, at + 2);
                return;
            }
        }
        decodeAny(state, block, at, limit);
    }

    @Override
    public long restartKey(byte[] block, int at, int limit) throws MalformedBlockException {
        int secondAt = Coding.varint64End(block, at, limit);
        long first = Coding.varint64(block, at, secondAt);
        checkSecond(at, secondAt, limit);
        if ((first & FREQUENT) != 0 || ThreeSharedPartsHeader.isShared(block[secondAt])) {
            throw new MalformedBlockException(at, "an entry at a restart point shares bytes of a key (expected: none)");
        }
        long key = ThreeSharedPartsHeader.wholeKey(block, secondAt, limit);
        checkEnd(at, limit, Coding.index(key), Coding.value(key), first >>> VALUE_SHIFT);
        return key;
    }

    private void decodeAny(EntryState state, byte[] block, int at, int limit) throws MalformedBlockException {
        int secondAt = Coding.varint64End(block, at, limit);
        long first = Coding.varint64(block, at, secondAt);
        if ((first & FREQUENT) != 0) {
            long prefix = Coding.getLength(block, secondAt, limit);
            replaceTwo(state, block, at, limit, first, Coding.value(prefix), Coding.index(prefix));
            return;
        }
        checkSecond(at, secondAt, limit);
        if (ThreeSharedPartsHeader.isShared(block[secondAt])) {
            int ownAt = ThreeSharedPartsHeader.get(block, secondAt, limit, state.keyLength, parts);
            parts.next = (first & NEXT) != 0;
            checkEnd(at, limit, ownAt, (long) parts.own1 + parts.own2, first >>> VALUE_SHIFT);
            rebuild(state, block, ownAt, (int) (first >>> VALUE_SHIFT));
        } else {
            long key = ThreeSharedPartsHeader.wholeKey(block, secondAt, limit);
            checkEnd(at, limit, Coding.index(key), Coding.value(key), first >>> VALUE_SHIFT);
            copy(state, block, key, (int) (first >>> VALUE_SHIFT));
        }
    }

    private static void replaceTwo(EntryState state, byte[] block, int at, int limit, long first, int prefix, int ownAt)
            throws MalformedBlockException {
        int lastAt = state.keyLength - InternalKey.TRAILER;
        if (prefix > lastAt - FREQUENT_OWN) {
            throw new MalformedBlockException(
                    at, "an entry shares " + prefix + " bytes or more of a key of " + state.keyLength + " bytes");
        }
        checkEnd(at, limit, ownAt, FREQUENT_OWN, first >>> VALUE_SHIFT);
        byte[] key = state.key;
        key[prefix] = block[ownAt];
        key[lastAt - 1] = block[ownAt + 1];
        if ((first & NEXT) != 0) {
            Coding.putFixed64(key, lastAt, Coding.fixed64(key, lastAt) + ThreeSharedParts.NEXT_SEQUENCE);
        }
        state.set(state.keyLength, ownAt + FREQUENT_OWN, (int) (first >>> VALUE_SHIFT));
    }

    private static void copy(EntryState state, byte[] block, long key, int valueLength) {
        int keyAt = Coding.index(key);
        int keyLength = Coding.value(key);
        state.ensureRoom(keyLength);
        System.arraycopy(block, keyAt, state.key, 0, keyLength);
        state.set(keyLength, keyAt + keyLength, valueLength);
    }

    private void rebuild(EntryState state, byte[] block, int ownAt, int valueLength) {
        int middleAt = parts.prefix + parts.own1;
        int own2At = middleAt + parts.middle;
        int lastAt = own2At + parts.own2;
        long trailer = parts.last == 0 ? 0 : Coding.fixed64(state.key, state.keyLength - parts.last);
        state.ensureRoom(lastAt + parts.last);
        byte[] key = state.key;
        if (parts.own1 != parts.previousOwn1) {
            System.arraycopy(key, parts.prefix + parts.previousOwn1, key, middleAt, parts.middle);
        }
        System.arraycopy(block, ownAt, key, parts.prefix, parts.own1);
        System.arraycopy(block, ownAt + parts.own1, key, own2At, parts.own2);
        if (parts.last != 0) {
            Coding.putFixed64(key, lastAt, parts.next ? trailer + ThreeSharedParts.NEXT_SEQUENCE : trailer);
        }
        state.set(lastAt + parts.last, ownAt + parts.own1 + parts.own2, valueLength);
    }

    private static void checkSecond(int at, int secondAt, int limit) throws MalformedBlockException {
        if (secondAt >= limit) {
            throw new MalformedBlockException(
                    at, "expected an entry of at least two bytes, but the data ends at " + limit);
        }
    }

    /** Checks that key and value end before the limit; the value's length is unsigned with 62 bits, so no sum overflows. */
    private static void checkEnd(int at, int limit, int ownAt, long ownLength, long valueLength)
            throws MalformedBlockException {
        if (ownLength + valueLength > limit - ownAt) {
            throw new MalformedBlockException(
                    at,
                    "an entry with " + ownLength + " bytes of a key and a value of " + valueLength
                            + " bytes extends beyond the end of the entries at " + limit);
        }
    }
}
