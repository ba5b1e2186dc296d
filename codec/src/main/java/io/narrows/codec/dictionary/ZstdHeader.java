package io.narrows.codec.dictionary;

/**
 * The header of a dictionary in zstd's format (RFC 8878, section 5). Its length follows only from its tables, which zstd's library reads but
 * does not report.
 *
 * <pre>
 *   0   4  magic, 37 a4 30 ec
 *   4   4  id, little-endian
 *   8      Huffman table of literals; FSE tables of offsets, match lengths and literal lengths
 *      12  three recent offsets, little-endian, each within the content
 *          content, to the end
 * </pre>
 */
final class ZstdHeader {
    private static final int MAGIC = 0xec30a437;
    private static final int TABLES_AT = 8;
    private static final int OFFSETS = 3;

    /** The largest symbols of offsets, match lengths and literal lengths, and the largest accuracies of their tables. */
    private static final int[] MAX_SYMBOLS = {31, 52, 35};

    private static final int[] MAX_ACCURACIES = {8, 9, 9};
    private static final int MIN_ACCURACY = 5;

    /** A Huffman table below this first byte is compressed, and the byte its length. */
    private static final int DIRECT_WEIGHTS = 128;

    private final byte[] bytes;
    private int at = TABLES_AT;

    /** Position of the next bit of an FSE table, from the start of the dictionary. */
    private int bit;

    private ZstdHeader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns whether bytes begin like a dictionary in zstd's format. */
    static boolean isAt(byte[] bytes) {
        return bytes.length >= TABLES_AT && word(bytes, 0) == MAGIC;
    }

    /**
     * Returns the length of the header, in bytes.
     *
     * @throws InvalidDictionaryException if it is damaged or leaves no content
     */
    static int length(byte[] bytes) throws InvalidDictionaryException {
        ZstdHeader header = new ZstdHeader(bytes);
        header.skipHuffmanTable();
        for (int table = 0; table < MAX_SYMBOLS.length; table++) {
            header.skipFseTable(MAX_SYMBOLS[table], MAX_ACCURACIES[table]);
        }
        header.skipOffsets();
        return header.at;
    }

    private void skipHuffmanTable() throws InvalidDictionaryException {
        require(1);
        int first = bytes[at] & 0xff;
        int length = first < DIRECT_WEIGHTS ? first : (first - DIRECT_WEIGHTS + 2) / 2;
        require(1 + length);
        at += 1 + length;
    }

    /** Skips a table of probabilities, whose total is known and ends it (RFC 8878, section 4.1.1). */
    private void skipFseTable(int maxSymbol, int maxAccuracy) throws InvalidDictionaryException {
        int start = at;
        bit = at << 3;
        int accuracy = bits(4) + MIN_ACCURACY;
        if (accuracy > maxAccuracy) {
            throw new InvalidDictionaryException(
                    start,
                    "zstd dictionary has a table of accuracy " + accuracy + " (expected: " + MIN_ACCURACY + " to "
                            + maxAccuracy + ")");
        }
        int left = 1 << accuracy;
        int symbol = 0;
        while (left > 0 && symbol <= maxSymbol) {
            int probability = value(left + 1) - 1;
            left -= Math.abs(probability);
            symbol++;
            if (probability == 0) {
                int repeat;
                do {
                    repeat = bits(2);
                    symbol += repeat;
                } while (repeat == 3 && symbol <= maxSymbol);
            }
        }
        if (left != 0 || symbol > maxSymbol + 1) {
            throw new InvalidDictionaryException(start, "zstd dictionary has a damaged table of probabilities");
        }
        at = bit + 7 >>> 3;
    }

    /** Reads a value of 0 to {@code max}: the smaller ones take one bit less than the others. */
    private int value(int max) throws InvalidDictionaryException {
        int width = Integer.SIZE - Integer.numberOfLeadingZeros(max);
        int few = (1 << width) - 1 - max;
        int low = bits(width - 1);
        if (low < few) {
            return low;
        }
        int all = low | bits(1) << width - 1;
        return all < 1 << width - 1 ? all : all - few;
    }

    private int bits(int count) throws InvalidDictionaryException {
        int value = 0;
        for (int i = 0; i < count; i++, bit++) {
            if (bit >>> 3 >= bytes.length) {
                throw truncated();
            }
            value |= (bytes[bit >>> 3] >>> (bit & 7) & 1) << i;
        }
        return value;
    }

    private void skipOffsets() throws InvalidDictionaryException {
        int length = OFFSETS * Integer.BYTES;
        require(length + 1);
        int content = bytes.length - at - length;
        for (int i = 0; i < OFFSETS; i++) {
            int offset = word(bytes, at);
            if (offset <= 0 || offset > content) {
                throw new InvalidDictionaryException(
                        at,
                        "zstd dictionary has the recent offset " + Integer.toUnsignedLong(offset) + " (expected: 1 to "
                                + content + ")");
            }
            at += Integer.BYTES;
        }
    }

    private void require(int length) throws InvalidDictionaryException {
        if (bytes.length - at < length) {
            throw truncated();
        }
    }

    private InvalidDictionaryException truncated() {
        return new InvalidDictionaryException(bytes.length, "zstd dictionary ends within its header");
    }

    private static int word(byte[] bytes, int at) {
        return bytes[at] & 0xff | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff) << 16 | bytes[at + 3] << 24;
    }
}
