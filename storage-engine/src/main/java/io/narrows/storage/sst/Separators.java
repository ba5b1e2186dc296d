package io.narrows.storage.sst;

/**
 * Finds short separator keys for the index: they lead a search to the right block, and are shorter than the blocks' own
 * keys. Does the same as RocksDB's {@code BytewiseComparator::FindShortestSeparator}.
 */
final class Separators {
    private Separators() {}

    /**
     * Returns the length of a separator {@code s} with {@code low <= s < high}: {@code s} is {@code low} cut to that length
     * with its last byte incremented. Returns -1 if {@code low} itself is the shortest separator.
     *
     * @param high greater than {@code low}, as unsigned bytes
     */
    static int length(byte[] low, int lowLength, byte[] high, int highOffset, int highLength) {
        int shorter = Math.min(lowLength, highLength);
        int at = 0;
        while (at < shorter && low[at] == high[highOffset + at]) {
            at++;
        }
        if (at == shorter) {
            return -1; // low is a prefix of high
        }
        int lowByte = low[at] & 0xff;
        int highByte = high[highOffset + at] & 0xff;
        if (at < highLength - 1 || lowByte + 1 < highByte) {
            return at + 1;
        }
        // incrementing this byte would reach high; increment a later one
        for (int behind = at + 1; behind < lowLength; behind++) {
            if (low[behind] != (byte) 0xff) {
                return behind + 1;
            }
        }
        return -1;
    }
}
