package io.narrows.codec.dense;

/** Chooses the matches and literals that code the content of frames; one subclass for each version of the format. */
abstract class ContentEncoder {
    final History history;
    final Search search;
    final Prices prices;
    private final BitEncoder coder;
    private final PlainRuns runs = new PlainRuns();

    /** Cost of the frame up to the last token, in 1/32 bit. */
    int spent;

    ContentEncoder(History history, Search search, Prices prices, BitEncoder coder) {
        this.history = history;
        this.search = search;
        this.prices = prices;
        this.coder = coder;
    }

    /** Starts the content of a frame. */
    final void start() {
        runs.reset();
        spent = coder.spent();
    }

    /**
     * Codes the current piece.
     *
     * @param shift bytes of the frame before position 0
     */
    final void piece(int shift) {
        int end = history.end();
        search.begin();
        prices.begin();
        begin();
        for (int position = history.from(); position < end; ) {
            if (runs.isDue(coder.written(), position + shift)) {
                int until = Math.min(end, position + runs.begin());
                while (position < until) {
                    coder.plain(history.bytes()[position++] & 0xff, 8);
                }
                runs.end(coder.written(), position + shift);
                spent = coder.spent();
            } else {
                position = next(position);
            }
            search.insert(position);
        }
    }

    /** Called when a piece starts. */
    void begin() {}

    /** Codes what begins at a position and returns the position after it. */
    abstract int next(int position);

    /** Returns the cost of the bits since the last call, in 1/32 bit. */
    final int cost() {
        int before = spent;
        spent = coder.spent();
        return spent - before;
    }

    /** Learns the cost of a match from all bits since the last call of {@link #cost}. */
    final void matchCost(int index, int distance) {
        int extra = index == Offsets.COUNT ? Search.placeBits32(distance) : 0;
        prices.matchCost(index, cost() - extra);
    }
}
