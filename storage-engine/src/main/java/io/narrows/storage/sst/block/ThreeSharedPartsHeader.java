package io.narrows.storage.sst.block;

import io.narrows.storage.InternalKey;

/**
 * The header of an entry with three shared parts: the lengths, in one of four forms. A difference is the length of an own
 * part minus that of the previous key's.
 *
 * <pre>
 * first: varint64      bit 0     frequent: both own parts have 1 byte, as in the key before; the last part is shared
 *                      bit 1     the last part has the next sequence number
 *                      bits 2-   length of the value
 * if frequent:         prefix: varint32
 *
 * else second: byte    bit 0     something is shared
 *  if not:             bits 1-7  length of the key, or 0 for | length of the key: varint32 |
 *
 *  else if bit 1 = 0:  compact: the last part is shared, there is no difference 1
 *                      bit 2     difference 2
 *                      bits 3-5  own 1
 *                      bits 6-7  own 2
 *                      prefix: varint32
 *
 *  else:               general
 *                      bit 2     the last part is shared
 *                      bit 3     there is a difference 1
 *                      bit 4     there is an own 2
 *                      bit 5     there is a difference 2
 *                      own 1: varint32, [difference 1: signed], [own 2: varint32], [difference 2: signed],
 *                      prefix: varint32
 * </pre>
 *
 * Signed is a {@link SignedVarint}. The middle's length is not stored: it is the remainder of the previous key.
 */
final class ThreeSharedPartsHeader {
    static final int FREQUENT = 1;
    static final int NEXT = 1 << 1;
    static final int VALUE_SHIFT = 2;

    /** The first field of 34 bits, the second of one byte, and five numbers of 32 bits. */
    static final int MAX_LENGTH = 5 + 1 + 5 * Coding.MAX_VARINT32;

    private static final int SHARED = 1;
    private static final int WHOLE_SHIFT = 1;
    private static final int MAX_WHOLE = 0x7f;

    private static final int DIFFERENCE2_SHIFT = 2;
    private static final int OWN1_SHIFT = 3;
    private static final int MAX_OWN1 = 7;
    private static final int OWN2_SHIFT = 6;
    private static final int MAX_OWN2 = 3;

    private static final int GENERAL = 1 << 1;
    private static final int HAS_LAST = 1 << 2;
    private static final int HAS_DIFFERENCE1 = 1 << 3;
    private static final int HAS_OWN2 = 1 << 4;
    private static final int HAS_DIFFERENCE2 = 1 << 5;

    private ThreeSharedPartsHeader() {}

    /** Writes the header of an entry that shares nothing; returns the index after it. */
    static int putWhole(byte[] out, int at, int keyLength, int valueLength) {
        int end = putFirst(out, at, valueLength, 0);
        if (keyLength > 0 && keyLength <= MAX_WHOLE) {
            out[end] = (byte) (keyLength << WHOLE_SHIFT);
            return end + 1;
        }
        out[end] = 0;
        return Coding.putVarint32(out, end + 1, keyLength);
    }

    /** Writes the header of an entry that shares something; returns the index after it. */
    static int put(byte[] out, int at, ThreeSharedParts parts, int valueLength) {
        boolean sameOwn1 = parts.last != 0 && parts.own1 == parts.previousOwn1;
        int difference2 = parts.own2 - parts.previousOwn2;
        boolean frequent = sameOwn1 && difference2 == 0 && parts.own1 == 1 && parts.own2 == 1;
        int end = putFirst(out, at, valueLength, (parts.next ? NEXT : 0) | (frequent ? FREQUENT : 0));
        if (frequent) {
            return Coding.putVarint32(out, end, parts.prefix);
        }
        boolean compact = sameOwn1 && (difference2 & ~1) == 0 && parts.own1 <= MAX_OWN1 && parts.own2 <= MAX_OWN2;
        if (compact) {
            out[end++] = (byte)
                    (SHARED | difference2 << DIFFERENCE2_SHIFT | parts.own1 << OWN1_SHIFT | parts.own2 << OWN2_SHIFT);
        } else {
            end = putGeneral(out, end, parts, parts.own1 - parts.previousOwn1, difference2);
        }
        return Coding.putVarint32(out, end, parts.prefix);
    }

    private static int putFirst(byte[] out, int at, int valueLength, int flags) {
        return Coding.putVarint64(out, at, (long) valueLength << VALUE_SHIFT | flags);
    }

    private static int putGeneral(byte[] out, int at, ThreeSharedParts parts, int difference1, int difference2) {
        out[at] = (byte) (SHARED
                | GENERAL
                | (parts.last != 0 ? HAS_LAST : 0)
                | (difference1 != 0 ? HAS_DIFFERENCE1 : 0)
                | (parts.own2 != 0 ? HAS_OWN2 : 0)
                | (difference2 != 0 ? HAS_DIFFERENCE2 : 0));
        int end = Coding.putVarint32(out, at + 1, parts.own1);
        if (difference1 != 0) {
            end = SignedVarint.put(out, end, difference1);
        }
        if (parts.own2 != 0) {
            end = Coding.putVarint32(out, end, parts.own2);
        }
        return difference2 != 0 ? SignedVarint.put(out, end, difference2) : end;
    }

    /** Returns whether the second byte of an entry that is not frequent says that something is shared. */
    static boolean isShared(int second) {
        return (second & SHARED) != 0;
    }

    /** Returns index and length of the key of an entry whose second byte says that nothing is shared. */
    static long wholeKey(byte[] block, int secondAt, int limit) throws MalformedBlockException {
        int second = block[secondAt] & 0xff;
        return second == 0
                ? Coding.getLength(block, secondAt + 1, limit)
                : Coding.pair(secondAt + 1, second >> WHOLE_SHIFT);
    }

    /**
     * Reads the parts except {@link ThreeSharedParts#next} from the second byte on, which says that something is shared;
     * returns the index after the prefix.
     *
     * @throws MalformedBlockException if the limit is reached, or the lengths do not fit a key of {@code previousLength}
     */
    static int get(byte[] block, int secondAt, int limit, int previousLength, ThreeSharedParts parts)
            throws MalformedBlockException {
        int second = block[secondAt] & 0xff;
        int end = (second & GENERAL) == 0
                ? getCompact(second, secondAt, parts)
                : getGeneral(block, second, secondAt, limit, parts);
        long prefix = Coding.getLength(block, end, limit);
        parts.prefix = Coding.value(prefix);
        long middle = (long) previousLength - parts.prefix - parts.previousOwn1 - parts.previousOwn2 - parts.last;
        boolean impossible = middle < 0 || parts.previousOwn1 < 0 || parts.previousOwn2 < 0;
        if (impossible || parts.prefix + middle + parts.last == 0) {
            throw new MalformedBlockException(
                    secondAt, "the parts that an entry shares do not fit a key of " + previousLength + " bytes");
        }
        parts.middle = (int) middle;
        return Coding.index(prefix);
    }

    private static int getCompact(int second, int secondAt, ThreeSharedParts parts) {
        parts.last = InternalKey.TRAILER;
        parts.own1 = second >> OWN1_SHIFT & MAX_OWN1;
        parts.previousOwn1 = parts.own1;
        parts.own2 = second >> OWN2_SHIFT;
        parts.previousOwn2 = parts.own2 - (second >> DIFFERENCE2_SHIFT & 1);
        return secondAt + 1;
    }

    private static int getGeneral(byte[] block, int second, int secondAt, int limit, ThreeSharedParts parts)
            throws MalformedBlockException {
        parts.last = (second & HAS_LAST) != 0 ? InternalKey.TRAILER : 0;
        long own1 = Coding.getLength(block, secondAt + 1, limit);
        parts.own1 = Coding.value(own1);
        long previous1 = getPrevious(block, own1, (second & HAS_DIFFERENCE1) != 0, limit);
        parts.previousOwn1 = Coding.value(previous1);
        long own2 = (second & HAS_OWN2) != 0
                ? Coding.getLength(block, Coding.index(previous1), limit)
                : Coding.pair(Coding.index(previous1), 0);
        parts.own2 = Coding.value(own2);
        long previous2 = getPrevious(block, own2, (second & HAS_DIFFERENCE2) != 0, limit);
        parts.previousOwn2 = Coding.value(previous2);
        return Coding.index(previous2);
    }

    /**
     * Returns the length of an own part in the previous key, given the length in this one; negative if there is no such
     * length.
     */
    private static long getPrevious(byte[] block, long own, boolean hasDifference, int limit)
            throws MalformedBlockException {
        if (!hasDifference) {
            return own;
        }
        int at = Coding.index(own);
        int end = SignedVarint.end(block, at, limit);
        long length = Coding.value(own) - SignedVarint.get(block, at, end);
        return Coding.pair(end, length > Integer.MAX_VALUE ? -1 : (int) Math.max(length, -1));
    }
}
