package io.narrows.storage.sst.block;

/** Reads what {@link SharedPrefixEncoder} writes. */
final class SharedPrefixDecoder implements EntryDecoder {
    static final SharedPrefixDecoder INSTANCE = new SharedPrefixDecoder();

    private SharedPrefixDecoder() {}

    @Override
    public void decode(EntryState state, byte[] block, int at, int limit) throws MalformedBlockException {
        // nearly always each length has one byte
        if (limit - at >= 3) {
            int shared = block[at];
            int unshared = block[at + 1];
            int valueLength = block[at + 2];
            if ((shared | unshared | valueLength) >= 0) {
                rebuild(state, block, at, limit, shared, unshared, valueLength, at + 3);
                return;
            }
        }
        decodeLong(state, block, at, limit);
    }

    @Override
    public long restartKey(byte[] block, int at, int limit) throws MalformedBlockException {
        long shared = Coding.getLength(block, at, limit);
        if (Coding.value(shared) != 0) {
            throw new MalformedBlockException(
                    at, "an entry at a restart point shares " + Coding.value(shared) + " bytes of a key (expected: 0)");
        }
        long unshared = Coding.getLength(block, Coding.index(shared), limit);
        long valueLength = Coding.getLength(block, Coding.index(unshared), limit);
        int keyAt = Coding.index(valueLength);
        if (Coding.value(unshared) > limit - keyAt - Coding.value(valueLength)) {
            throw beyondTheEnd(at, limit, Coding.value(unshared), Coding.value(valueLength));
        }
        return Coding.pair(keyAt, Coding.value(unshared));
    }

    private static void decodeLong(EntryState state, byte[] block, int at, int limit) throws MalformedBlockException {
        long shared = Coding.getLength(block, at, limit);
        long unshared = Coding.getLength(block, Coding.index(shared), limit);
        long valueLength = Coding.getLength(block, Coding.index(unshared), limit);
        rebuild(
                state,
                block,
                at,
                limit,
                Coding.value(shared),
                Coding.value(unshared),
                Coding.value(valueLength),
                Coding.index(valueLength));
    }

    private static void rebuild(
            EntryState state, byte[] block, int at, int limit, int shared, int unshared, int valueLength, int keyAt)
            throws MalformedBlockException {
        // no sum of the lengths: two of them can be above what an int holds
        if (shared > state.keyLength || unshared > limit - keyAt - valueLength) {
            throw malformed(state, at, limit, shared, unshared, valueLength);
        }
        int keyLength = shared + unshared;
        if (keyLength > state.key.length) {
            state.ensureRoom(keyLength);
        }
        System.arraycopy(block, keyAt, state.key, shared, unshared);
        state.set(keyLength, keyAt + unshared, valueLength);
    }

    private static MalformedBlockException malformed(
            EntryState state, int at, int limit, int shared, int unshared, int valueLength) {
        return shared > state.keyLength
                ? new MalformedBlockException(
                        at, "an entry shares " + shared + " bytes of a key (expected: 0-" + state.keyLength + ")")
                : beyondTheEnd(at, limit, unshared, valueLength);
    }

    private static MalformedBlockException beyondTheEnd(int at, int limit, int unshared, int valueLength) {
        return new MalformedBlockException(
                at,
                "an entry with " + unshared + " bytes of a key and a value of " + valueLength
                        + " bytes goes beyond the end of entries, " + limit);
    }
}
