package io.narrows.codec.dense;

/** Reads tokens, of version 1 of the format, and produces their content. */
final class TokenReader extends ContentReader {
    private final TokenModels ofTokens;

    TokenReader(Models models, TokenModels ofTokens, History history, Offsets offsets) {
        super(models, ofTokens, history, offsets);
        this.ofTokens = ofTokens;
    }

    @Override
    int next(int position) throws DamagedFrameException {
        look(position);
        if (coder.bit(ofTokens.shape, shapeIndex(), ofTokens.shapeByByte, shapeByByteIndex()) != 0) {
            return match(position);
        }
        history.bytes()[position] = (byte) value(position);
        afterLiteral(position);
        return position + 1;
    }

    private int match(int position) throws DamagedFrameException {
        int left = history.end() - position;
        int index = index();
        int length;
        int distance;
        int from;
        if (index == Offsets.COUNT) {
            length = NEW_MIN + length(NEW, 0);
            distance = distance(length);
            from = history.before(position, distance);
            index = Offsets.COUNT - 1;
        } else {
            distance = offsets.get(index);
            from = history.before(position, distance);
            int kind = index == 0 ? LAST : 1 + index;
            int otherClass = index == 0 ? restClass : restClassAt(from);
            int likely = likelyLength(from, otherClass, left);
            boolean ends = likely >= minimum(kind)
                    && coder.bit(ofTokens.ends, kind << TokenModels.REST_BITS | otherClass) != 0;
            length = ends ? likely : minimum(kind) + length(kind, otherClass);
        }
        copyMatch(position, from, distance, length);
        afterMatch(position, index, distance);
        return position + length;
    }

    private int index() throws DamagedFrameException {
        int at = kindIndex();
        if (coder.bit(ofTokens.kind, at) != 0) {
            return 0;
        }
        if (coder.bit(ofTokens.kind, at + 1) != 0) {
            return Offsets.COUNT;
        }
        if (coder.bit(ofTokens.kind, at + 2) != 0) {
            return 1;
        }
        return coder.bit(ofTokens.kind, at + 3) != 0 ? 2 : 3;
    }

    private int length(int kind, int otherClass) throws DamagedFrameException {
        int lengthClass = coder.tree(ofTokens.length, lengthIndex(kind, otherClass), TokenModels.CLASS_BITS);
        int bits = Classes.OF_FOUR.bits(lengthClass);
        int plain = Math.max(0, bits - 2);
        int place = coder.tree(ofTokens.lengthLow, lengthClass << 2, bits - plain) << plain;
        if (plain > 0) {
            place |= coder.plain(plain);
        }
        return Classes.OF_FOUR.first(lengthClass) + place;
    }

    private int distance(int length) throws DamagedFrameException {
        int distanceClass = coder.tree(ofTokens.distance, distanceIndex(length), TokenModels.CLASS_BITS);
        int bits = Classes.OF_TWO.bits(distanceClass);
        if (bits > Parameters.MAX_WINDOW_LOG) {
            throw new DamagedFrameException("distance class " + distanceClass);
        }
        int low = Math.min(TokenModels.LOW_BITS, bits);
        int plain = bits - low;
        int place = 0;
        if (plain > 12) {
            place = coder.plain(plain - 12) << low + 12;
        }
        if (plain > 0) {
            place |= coder.plain(Math.min(12, plain)) << low;
        }
        place |= coder.tree(ofTokens.distanceLow, distanceClass << TokenModels.LOW_BITS, low);
        return 1 + Classes.OF_TWO.first(distanceClass) + place;
    }
}
