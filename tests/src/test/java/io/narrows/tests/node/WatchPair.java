package io.narrows.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchCreateRequest.FilterType;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Opens identical watches on a stream of etcd and on one of the bundled store. */
final class WatchPair {
    private static final Comparator<ByteString> ORDER = ByteString.unsignedLexicographicalComparator();
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final WatchLog etcd;
    private final WatchLog ours;
    private final Map<Long, WatchCreateRequest> live = new TreeMap<>();

    WatchPair(WatchLog etcd, WatchLog ours) {
        this.etcd = etcd;
        this.ours = ours;
    }

    int size() {
        return live.size();
    }

    /** Returns the largest start revision of a watch; 0 if all begin with the next one. */
    long latestStart() {
        return live.values().stream()
                .mapToLong(WatchCreateRequest::getStartRevision)
                .max()
                .orElse(0);
    }

    void create(WatchCreateRequest request) throws InterruptedException, TimeoutException {
        int before = etcd.created();
        for (WatchLog log : List.of(etcd, ours)) {
            log.create(request);
            log.await(() -> log.created() > before, LIMIT);
        }
        assertThat(ours.lastCreated()).as("id of %s", request).isEqualTo(etcd.lastCreated());
        if (etcd.lastCreated() >= 0) {
            live.put(etcd.lastCreated(), request);
        }
    }

    /** Cancels the oldest watch, and one that does not exist. */
    void cancelFirst() throws InterruptedException, TimeoutException {
        long id = live.keySet().iterator().next();
        for (WatchLog log : List.of(etcd, ours)) {
            log.cancel(Integer.MAX_VALUE);
            log.cancel(id);
            log.await(() -> log.isCanceled(id), LIMIT);
        }
        live.remove(id);
    }

    /** Returns keys whose every change some watch sees; each watch sees those of one of them. */
    SortedSet<ByteString> marks() {
        SortedSet<ByteString> keys = new TreeSet<>(ORDER);
        live.values().forEach(watch -> keys.add(mark(watch)));
        return keys;
    }

    private static ByteString mark(WatchCreateRequest watch) {
        return watch.getKey().isEmpty() ? RandomKeys.FROM_KEY_ON : watch.getKey();
    }

    /**
     * Waits for the last event of each watch, and compares all responses.
     *
     * @param put the last revision in which each mark was put
     * @param deleted the revision in which it was deleted after that
     */
    void compare(Map<ByteString, Long> put, Map<ByteString, Long> deleted)
            throws InterruptedException, TimeoutException {
        for (Map.Entry<Long, WatchCreateRequest> watch : live.entrySet()) {
            WatchCreateRequest request = watch.getValue();
            long puts = request.getFiltersList().contains(FilterType.NOPUT) ? 0 : last(request, put);
            long last = request.getFiltersList().contains(FilterType.NODELETE) ? puts : last(request, deleted);
            if (request.getStartRevision() <= last) {
                for (WatchLog log : List.of(etcd, ours)) {
                    BooleanSupplier complete =
                            () -> log.isCanceled(watch.getKey()) || log.reached(watch.getKey()) >= last;
                    log.await(complete, LIMIT);
                }
            }
        }
        compareHeard();
        live.keySet().removeIf(etcd::isCanceled);
    }

    private static long last(WatchCreateRequest request, Map<ByteString, Long> revisions) {
        return revisions.keySet().stream()
                .filter(key -> covers(request, key))
                .mapToLong(revisions::get)
                .max()
                .orElseThrow();
    }

    private static boolean covers(WatchCreateRequest request, ByteString key) {
        ByteString end = request.getRangeEnd();
        if (end.isEmpty()) {
            return key.equals(mark(request));
        }
        return ORDER.compare(mark(request), key) <= 0
                && (end.equals(RandomKeys.FROM_KEY_ON) || ORDER.compare(key, end) < 0);
    }

    void compareProgress() throws InterruptedException, TimeoutException {
        int before = etcd.progressed();
        for (WatchLog log : List.of(etcd, ours)) {
            log.askProgress();
            log.await(() -> log.progressed() > before, LIMIT);
        }
        compareHeard();
    }

    private void compareHeard() {
        Map<Long, List<String>> expected = etcd.take();
        Map<Long, List<String>> heard = ours.take();
        assertThat(heard.keySet()).isEqualTo(expected.keySet());
        expected.forEach((id, all) ->
                assertThat(heard.get(id)).as("watch %d: %s", id, live.get(id)).isEqualTo(all));
        assertThat(etcd.faults()).isEmpty();
        assertThat(ours.faults()).isEmpty();
    }

    void end() {
        etcd.end();
        ours.end();
    }
}
