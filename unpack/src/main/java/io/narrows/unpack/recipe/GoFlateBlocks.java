package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of deflate as Go's {@code compress/flate} writes them: stored, with fixed codes, or with codes of their own. For one thread at a time.
 */
final class GoFlateBlocks {
    private static final int LIMIT = 15;
    private static final int STORED = 0;
    private static final int LAST_STORED = 1;
    private static final int FIXED = 2;
    private static final int DYNAMIC = 4;
    private static final int HEADER_BITS = 3;
    private static final int STORED_HEADER_BYTES = 5;
    private static final int MOST_STORED = 0xffff;

    private static final ExpectedOutput ANYTHING = new ExpectedOutput(null);
    private static final PrefixCode FIXED_LITERALS = fixedLiterals();
    private static final PrefixCode FIXED_DISTANCES = fixedDistances();

    private final DeflateTokens tokens;
    private final BitOutput output = new BitOutput();
    private final PackageMerge packageMerge = new PackageMerge(DeflateSymbols.LITERALS);
    private final PrefixCode literalCode = new PrefixCode(DeflateSymbols.LITERALS);
    private final PrefixCode distanceCode = new PrefixCode(DeflateSymbols.DISTANCES);
    private final DeflateCodeLengths codeLengths = new DeflateCodeLengths();

    private ByteBuffer content = output.bytes();
    private ExpectedOutput expected = ANYTHING;
    private boolean isAsExpected;

    /** @param tokens the content of the next block; cleared with each block */
    GoFlateBlocks(DeflateTokens tokens) {
        this.tokens = tokens;
    }

    private static PrefixCode fixedLiterals() {
        PrefixCode code = new PrefixCode(288);
        Arrays.fill(code.lengths(), 0, 144, (byte) 8);
        Arrays.fill(code.lengths(), 144, 256, (byte) 9);
        Arrays.fill(code.lengths(), 256, 280, (byte) 7);
        Arrays.fill(code.lengths(), 280, 288, (byte) 8);
        code.assign();
        return code;
    }

    private static PrefixCode fixedDistances() {
        PrefixCode code = new PrefixCode(32);
        Arrays.fill(code.lengths(), (byte) 5);
        code.assign();
        return code;
    }

    /**
     * Begins a stream.
     *
     * @param plain the bytes of which the stream is made, from index 0
     * @param dst the stream begins at its index 0
     * @param wanted if not null, the stream is compared with these remaining bytes
     */
    void begin(ByteBuffer plain, ByteBuffer dst, @Nullable ByteBuffer wanted) {
        content = plain;
        expected = new ExpectedOutput(wanted);
        isAsExpected = true;
        output.begin(dst);
        tokens.clear();
    }

    /**
     * Writes the tokens in the shortest form, as levels 2 to 9 do.
     *
     * @param mayBeStored whether the encoder still has the content of the block
     * @return whether the output is as expected so far
     */
    boolean shortest(int from, int to, boolean mayBeStored) {
        int extra = extraBits();
        prepareCodes();
        int fixed = FIXED_LITERALS.bits(tokens.literalCounts()) + FIXED_DISTANCES.bits(tokens.distanceCounts());
        int dynamic = dynamicBits();
        boolean isFixed = fixed <= dynamic;
        int bits = HEADER_BITS + extra + (isFixed ? fixed : dynamic);
        if (mayBeStored && to - from <= MOST_STORED && storedBits(to - from) < bits) {
            store(from, to);
        } else if (isFixed) {
            output.put(FIXED, HEADER_BITS);
            putTokens(FIXED_LITERALS, FIXED_DISTANCES);
        } else {
            putDynamic();
        }
        return next();
    }

    /** Writes the tokens with codes of their own, or stored if that is hardly longer, as level 1 does; returns as above. */
    boolean dynamicOrStored(int from, int to) {
        prepareCodes();
        int bits = HEADER_BITS + dynamicBits(); // without extra bits, as in Go
        if (storedBits(to - from) < bits + (bits >> 4)) {
            store(from, to);
        } else {
            putDynamic();
        }
        return next();
    }

    /** Writes content as it is. */
    boolean stored(int from, int to) {
        store(from, to);
        return next();
    }

    /**
     * Writes the empty block that ends a stream, and forgets what was expected.
     *
     * @return the length of the stream, or {@link Recipe#STOPPED} if it is not as expected
     */
    int end() {
        expected = ANYTHING;
        if (!isAsExpected) {
            return Recipe.STOPPED;
        }
        putStoredHeader(LAST_STORED, 0);
        output.align();
        return output.bytes().position();
    }

    private boolean next() {
        tokens.clear();
        isAsExpected = expected.continuesWith(output.bytes());
        return isAsExpected;
    }

    private static int storedBits(int length) {
        return (length + STORED_HEADER_BYTES) * Byte.SIZE;
    }

    private int extraBits() {
        int bits = 0;
        int[] literals = tokens.literalCounts();
        for (int symbol = DeflateSymbols.END + 1; symbol < literals.length; symbol++) {
            bits += literals[symbol] * DeflateSymbols.extraBitsOfLength(symbol);
        }
        int[] distances = tokens.distanceCounts();
        for (int symbol = 0; symbol < distances.length; symbol++) {
            bits += distances[symbol] * DeflateSymbols.extraBitsOfDistance(symbol);
        }
        return bits;
    }

    /** Makes the codes of the block. A block without matches counts one distance, also for the length of fixed codes. */
    private void prepareCodes() {
        int[] literals = tokens.literalCounts();
        int[] distances = tokens.distanceCounts();
        literals[DeflateSymbols.END] = 1;
        int usedDistances = used(distances);
        if (usedDistances == 0) {
            distances[0] = 1;
            usedDistances = 1;
        }
        packageMerge.lengths(literals, LIMIT, literalCode.lengths());
        packageMerge.lengths(distances, LIMIT, distanceCode.lengths());
        literalCode.assign();
        distanceCode.assign();
        codeLengths.set(literalCode, used(literals), distanceCode, usedDistances);
    }

    private static int used(int[] counts) {
        int used = counts.length;
        while (used > 0 && counts[used - 1] == 0) {
            used--;
        }
        return used;
    }

    private int dynamicBits() {
        return codeLengths.bits()
                + literalCode.bits(tokens.literalCounts())
                + distanceCode.bits(tokens.distanceCounts());
    }

    private void store(int from, int to) {
        putStoredHeader(STORED, to - from);
        output.put(content, from, to - from);
    }

    private void putStoredHeader(int header, int length) {
        output.put(header, HEADER_BITS);
        output.align();
        output.put(length, Short.SIZE);
        output.put(length ^ 0xffff, Short.SIZE);
    }

    private void putDynamic() {
        output.put(DYNAMIC, HEADER_BITS);
        codeLengths.put(output);
        putTokens(literalCode, distanceCode);
    }

    private void putTokens(PrefixCode literals, PrefixCode distances) {
        int count = tokens.count();
        for (int i = 0; i < count; i++) {
            putToken(i, literals, distances);
        }
        literals.put(DeflateSymbols.END, output);
    }

    private void putToken(int index, PrefixCode literals, PrefixCode distances) {
        if (tokens.isMatch(index)) {
            putMatch(tokens.length(index), tokens.distance(index), literals, distances);
        } else {
            literals.put(tokens.literal(index), output);
        }
    }

    private void putMatch(int length, int distance, PrefixCode literals, PrefixCode distances) {
        int lengthSymbol = DeflateSymbols.ofLength(length);
        literals.put(lengthSymbol, output);
        putExtra(length - DeflateSymbols.LEAST_LENGTH, DeflateSymbols.extraBitsOfLength(lengthSymbol));
        int distanceSymbol = DeflateSymbols.ofDistance(distance);
        distances.put(distanceSymbol, output);
        putExtra(distance - 1, DeflateSymbols.extraBitsOfDistance(distanceSymbol));
    }

    private void putExtra(int number, int bits) {
        output.put(number & (1 << bits) - 1, bits);
    }
}
