package io.narrows.codec.dense;

/** Chooses the tokens of version 1 that code the content. */
final class TokenEncoder extends ContentEncoder {
    private final TokenWriter tokens;

    TokenEncoder(History history, Search search, Prices prices, TokenWriter tokens) {
        super(history, search, prices, tokens.coder);
        this.tokens = tokens;
    }

    /** Codes a literal if the match at the next position gains more; the search result is kept for that position. */
    @Override
    int next(int position) {
        if (search.position != position) {
            search.find(position, 0);
        }
        if (search.gain <= 0) {
            literal(position);
            return position + 1;
        }
        int index = search.index;
        int distance = search.distance;
        int length = search.length;
        if (length < Prices.ENOUGH && position + 1 < history.end()) {
            int gain = search.gain;
            search.find(position + 1, distance); // the same match from one byte later gains less
            if (search.gain > gain) {
                literal(position);
                return position + 1;
            }
        }
        tokens.match(position, index, distance, length);
        matchCost(index, distance);
        search.position = -1;
        return position + length;
    }

    private void literal(int position) {
        tokens.literal(position);
        prices.literalCost(history.bytes()[position], cost());
    }
}
