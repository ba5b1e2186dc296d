package io.narrows.storage.sst;

/**
 * Short keys between two others, for the index: with them a search finds the right block, and they cost less than the
 * blocks' own keys. As RocksDB's {@code BytewiseComparator::FindShortestSeparator} does.
 */
final class Separators {
    private Separators() {}

    /**
     * The length of a separator {@code s} with {@code low <= s < high}, which is {@code low} up to there, but for its last
     * byte, which is one higher; or -1 when {@code low} itself is the shortest that there is.
     *
     * @param high above {@code low}, as unsigned bytes
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
        // the byte cannot be raised without reaching high; one behind it can
        for (int behind = at + 1; behind < lowLength; behind++) {
            if (low[behind] != (byte) 0xff) {
                return behind + 1;
            }
        }
        return -1;
    }
}
