package io.narrows.node.mvcc;

import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Caches the number of keys after pages already read. A client that reads a range page by page at one revision asks each
 * time for the count of all remaining keys; counting them each time would make the work quadratic. Counts at a revision
 * never change. Thread-safe.
 */
final class PageCounts {
    private static final int MAX_PAGES = 256;

    private record Rest(KeyRange range, long revision) {}

    private final Map<Rest, Long> counts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Rest, Long> eldest) {
            return size() > MAX_PAGES;
        }
    };

    /** Answers like {@link RangeAnswer#of}, on committed data. */
    RangeResponse answer(RangeRequest request, Living.Source source, long revision, long current) throws IOException {
        KeyRange range = KeyRange.of(request);
        RangeAnswer answer = new RangeAnswer(request, known(range, revision));
        RangeResponse response = answer.of(source, revision, current);
        int page = response.getKvsCount();
        if (response.getMore() && answer.isPage()) {
            put(range.behind(response.getKvs(page - 1).getKey()), revision, response.getCount() - page);
        }
        return response;
    }

    private synchronized OptionalLong known(KeyRange range, long revision) {
        Long count = counts.get(new Rest(range, revision));
        return count == null ? OptionalLong.empty() : OptionalLong.of(count);
    }

    private synchronized void put(KeyRange rest, long revision, long count) {
        counts.put(new Rest(rest, revision), count);
    }
}
