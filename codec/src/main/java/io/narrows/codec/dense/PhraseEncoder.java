package io.narrows.codec.dense;

/** Chooses the phrases of version 2 that code the content. */
final class PhraseEncoder extends ContentEncoder {
    private final PhraseWriter phrases;

    /** Position of a match that was found but not coded yet, or -1. Then follow its distance's index, its distance and its length. */
    private int matchAt = -1;

    private int index;
    private int distance;
    private int length;

    PhraseEncoder(History history, Search search, Prices prices, PhraseWriter phrases) {
        super(history, search, prices, phrases.coder);
        this.phrases = phrases;
    }

    @Override
    void begin() {
        matchAt = -1;
    }

    @Override
    int next(int from) {
        if (matchAt == from) {
            return match();
        }
        int joint = search.position == from ? 0 : search.literalsBeforeLast(from);
        if (joint > 0) {
            use(from + joint);
            return literals(from, joint);
        }
        int most = Math.min(history.end(), from + Phrases.MAX_RUN);
        int position = from;
        while (position < most && !findMatch(position)) {
            position++;
        }
        if (position == from) {
            return match();
        }
        return literals(from, position - from);
    }

    /** Finds the match to use at a position. Returns false if a literal is better. */
    private boolean findMatch(int position) {
        if (search.position != position) {
            search.find(position, 0);
        }
        if (search.gain <= 0) {
            return false;
        }
        int foundIndex = search.index;
        int foundDistance = search.distance;
        int foundLength = search.length;
        if (gainsMoreLater(position)) {
            return false;
        }
        matchAt = position;
        index = foundIndex;
        distance = foundDistance;
        length = foundLength;
        return true;
    }

    /** Keeps the latest result of the search as the match to code at a position. */
    private void use(int position) {
        matchAt = position;
        index = search.index;
        distance = search.distance;
        length = search.length;
    }

    private int match() {
        int after = matchAt + length;
        phrases.match(matchAt, index, distance, length);
        return used(after);
    }

    /** Codes literals, and the match after them if one token is for both. Otherwise the match is coded next, or a plain run before it. */
    private int literals(int from, int count) {
        int after = from + count;
        boolean isJoint = phrases.literals(from, count, matchAt == after && index == 0 ? length : 0);
        literalCosts(from, count, isJoint);
        return isJoint ? used(after + length) : after;
    }

    private int used(int after) {
        matchCost(index, distance);
        matchAt = -1;
        search.position = -1;
        return after;
    }

    /**
     * Returns whether the match at the next position gains more; the search result is kept for that position. It almost never does if this
     * one has the last distance.
     */
    private boolean gainsMoreLater(int position) {
        if (search.index == 0 || search.length >= Prices.ENOUGH || position + 1 >= history.end()) {
            return false;
        }
        int gain = search.gain;
        search.find(position + 1, search.distance); // the same match from one byte later gains less
        return search.gain > gain;
    }

    /** Learns the cost of literals. A joint phrase's token counts evenly for each of them and the match. */
    private void literalCosts(int from, int count, boolean isJoint) {
        int ofMatch = isJoint ? (phrases.afterToken - spent) / (count + 1) : 0;
        int before = spent;
        spent = phrases.afterLiterals - ofMatch;
        int each = (spent - before) / count;
        byte[] bytes = history.bytes();
        for (int i = from; i < from + count; i++) {
            prices.literalCost(bytes[i], each);
        }
    }
}
