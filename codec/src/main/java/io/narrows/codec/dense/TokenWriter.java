package io.narrows.codec.dense;

/** Codes tokens, for version 1 of the format; the counterpart of {@link TokenReader}. */
final class TokenWriter extends ContentWriter {
    private final TokenModels ofTokens;

    TokenWriter(Models models, TokenModels ofTokens, History history, Offsets offsets) {
        super(models, ofTokens, history, offsets);
        this.ofTokens = ofTokens;
    }

    void literal(int position) {
        look(position);
        coder.bit(ofTokens.shape, shapeIndex(), ofTokens.shapeByByte, shapeByByteIndex(), 0);
        value(position);
        afterLiteral(position);
    }

    /**
     * @param index index among the recent distances, or {@link Offsets#COUNT} for a new one
     * @param length at least the minimum of the kind, at most up to the end of the piece
     */
    void match(int position, int index, int distance, int length) {
        look(position);
        coder.bit(ofTokens.shape, shapeIndex(), ofTokens.shapeByByte, shapeByByteIndex(), 1);
        int kind = kind(index);
        if (kind == NEW) {
            length(kind, 0, length - NEW_MIN);
            distance(distance - 1, length);
            afterMatch(position, Offsets.COUNT - 1, distance);
        } else {
            int from = history.before(position, distance);
            int otherClass = index == 0 ? restClass : restClassAt(from);
            int likely = likelyLength(from, otherClass, history.end() - position);
            int minimum = minimum(kind);
            boolean ends = length == likely;
            if (likely >= minimum) {
                coder.bit(ofTokens.ends, kind << TokenModels.REST_BITS | otherClass, ends ? 1 : 0);
            }
            if (!ends) {
                length(kind, otherClass, length - minimum);
            }
            afterMatch(position, index, distance);
        }
    }

    private int kind(int index) {
        int at = kindIndex();
        coder.bit(ofTokens.kind, at, index == 0 ? 1 : 0);
        if (index == 0) {
            return LAST;
        }
        coder.bit(ofTokens.kind, at + 1, index == Offsets.COUNT ? 1 : 0);
        if (index == Offsets.COUNT) {
            return NEW;
        }
        coder.bit(ofTokens.kind, at + 2, index == 1 ? 1 : 0);
        if (index != 1) {
            coder.bit(ofTokens.kind, at + 3, index == 2 ? 1 : 0);
        }
        return 1 + index;
    }

    private void length(int kind, int otherClass, int more) {
        int lengthClass = Classes.OF_FOUR.of(more);
        coder.tree(ofTokens.length, lengthIndex(kind, otherClass), TokenModels.CLASS_BITS, lengthClass);
        int bits = Classes.OF_FOUR.bits(lengthClass);
        int place = more - Classes.OF_FOUR.first(lengthClass);
        int plain = Math.max(0, bits - 2);
        coder.tree(ofTokens.lengthLow, lengthClass << 2, bits - plain, place >>> plain);
        if (plain > 0) {
            coder.plain(place & (1 << plain) - 1, plain);
        }
    }

    private void distance(int number, int length) {
        int distanceClass = Classes.OF_TWO.of(number);
        coder.tree(ofTokens.distance, distanceIndex(length), TokenModels.CLASS_BITS, distanceClass);
        int bits = Classes.OF_TWO.bits(distanceClass);
        int place = number - Classes.OF_TWO.first(distanceClass);
        int low = Math.min(TokenModels.LOW_BITS, bits);
        int plain = bits - low;
        if (plain > 12) {
            coder.plain(place >>> low + 12, plain - 12);
        }
        if (plain > 0) {
            coder.plain(place >>> low & (1 << Math.min(12, plain)) - 1, Math.min(12, plain));
        }
        coder.tree(ofTokens.distanceLow, distanceClass << TokenModels.LOW_BITS, low, place & (1 << low) - 1);
    }
}
