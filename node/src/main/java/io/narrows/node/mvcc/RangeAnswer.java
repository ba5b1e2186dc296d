package io.narrows.node.mvcc;

import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeRequest.SortOrder;
import io.narrows.node.etcd.RangeRequest.SortTarget;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.etcd.ResponseHeader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * Answers a range request like etcd 3.4: the count includes all keys of the range regardless of limit and filters.
 * Filters and sort orders apply to the whole range, with one exception: sorting by something other than the key,
 * without a direction, only sorts the keys that remain after applying the limit plus one.
 */
final class RangeAnswer implements Living.Visitor {
    private final RangeRequest request;
    private final long fetched;
    private final List<KeyValue> found = new ArrayList<>();
    private final OptionalLong known;
    private long count;

    /** @param known number of keys in the range, if already counted */
    RangeAnswer(RangeRequest request, OptionalLong known) {
        this.request = request;
        this.known = known;
        boolean all = request.getLimit() <= 0
                || request.getLimit() == Long.MAX_VALUE
                || request.getSortOrder() != SortOrder.NONE
                || request.getMinModRevision() != 0
                || request.getMaxModRevision() != 0
                || request.getMinCreateRevision() != 0
                || request.getMaxCreateRevision() != 0;
        this.fetched = all ? Long.MAX_VALUE : request.getLimit() + 1;
    }

    /**
     * @param revision revision at which keys are read
     * @param current latest revision, for the header
     */
    static RangeResponse of(RangeRequest request, Living.Source source, long revision, long current)
            throws IOException {
        return new RangeAnswer(request, OptionalLong.empty()).of(source, revision, current);
    }

    RangeResponse of(Living.Source source, long revision, long current) throws IOException {
        KeyRange range = KeyRange.of(request);
        if (!range.isEmpty()) {
            source.walk(range, revision, this);
        }
        return response(current);
    }

    /** Returns whether the result is the first keys of the range. */
    boolean isPage() {
        return fetched != Long.MAX_VALUE && request.getSortTarget() == SortTarget.KEY;
    }

    @Override
    public boolean isDone() {
        return known.isPresent() && (count >= fetched || request.getCountOnly());
    }

    @Override
    public void visit(Living living) throws IOException {
        if (count < fetched && !request.getCountOnly()) {
            found.add(living.keyValue());
        }
        count++;
    }

    private RangeResponse response(long current) {
        found.removeIf(this::isFiltered);
        sort();
        RangeResponse.Builder response = RangeResponse.newBuilder()
                .setHeader(ResponseHeader.newBuilder().setRevision(current))
                .setCount(known.orElse(count));
        List<KeyValue> kept = found;
        if (request.getLimit() > 0 && found.size() > request.getLimit()) {
            kept = found.subList(0, (int) request.getLimit());
            response.setMore(true);
        }
        for (KeyValue keyValue : kept) {
            response.addKvs(
                    request.getKeysOnly() ? keyValue.toBuilder().clearValue().build() : keyValue);
        }
        return response.build();
    }

    private boolean isFiltered(KeyValue found) {
        long mod = found.getModRevision();
        long create = found.getCreateRevision();
        return isOutside(mod, request.getMinModRevision(), request.getMaxModRevision())
                || isOutside(create, request.getMinCreateRevision(), request.getMaxCreateRevision());
    }

    private static boolean isOutside(long revision, long min, long max) {
        return min != 0 && revision < min || max != 0 && revision > max;
    }

    private void sort() {
        SortOrder order = request.getSortOrder();
        SortTarget target = request.getSortTarget();
        if (order == SortOrder.NONE && target == SortTarget.KEY) {
            return;
        }
        Comparator<KeyValue> comparator = switch (target) {
            case KEY -> Comparator.comparing(KeyValue::getKey, Bytes.ORDER);
            case VERSION -> Comparator.comparingLong(KeyValue::getVersion);
            case CREATE -> Comparator.comparingLong(KeyValue::getCreateRevision);
            case MOD -> Comparator.comparingLong(KeyValue::getModRevision);
            case VALUE -> Comparator.comparing(KeyValue::getValue, Bytes.ORDER);
            case UNRECOGNIZED -> (unused, unusedToo) -> 0;
        };
        found.sort(order == SortOrder.DESCEND ? comparator.reversed() : comparator);
    }
}
