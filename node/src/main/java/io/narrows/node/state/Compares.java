package io.narrows.node.state;

import com.google.protobuf.ByteString;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.Compare;
import io.narrows.node.etcd.Compare.CompareTarget;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.RangeRequest;
import java.io.IOException;
import java.util.List;

/** The conditions of a transaction. A range condition holds if it holds for each key in the range. */
final class Compares {
    private Compares() {}

    static boolean allHold(List<Compare> compares, Scope scope) throws IOException, EtcdException {
        for (Compare compare : compares) {
            if (!holds(compare, scope)) {
                return false;
            }
        }
        return true;
    }

    private static boolean holds(Compare compare, Scope scope) throws IOException, EtcdException {
        List<KeyValue> found = found(compare, scope);
        if (found.isEmpty()) {
            // a missing value is not the empty value
            return compare.getTarget() != CompareTarget.VALUE && holds(compare, KeyValue.getDefaultInstance());
        }
        return found.stream().allMatch(keyValue -> holds(compare, keyValue));
    }

    private static List<KeyValue> found(Compare compare, Scope scope) throws IOException, EtcdException {
        if (compare.getRangeEnd().isEmpty()) {
            return scope.get(compare.getKey()).map(List::of).orElseGet(List::of);
        }
        RangeRequest request = RangeRequest.newBuilder()
                .setKey(compare.getKey())
                .setRangeEnd(compare.getRangeEnd())
                .build();
        return scope.range(request).getKvsList();
    }

    private static boolean holds(Compare compare, KeyValue keyValue) {
        int order = switch (compare.getTarget()) {
            case VALUE ->
                ByteString.unsignedLexicographicalComparator().compare(keyValue.getValue(), compare.getValue());
            case VERSION -> Long.compare(keyValue.getVersion(), compare.getVersion());
            case CREATE -> Long.compare(keyValue.getCreateRevision(), compare.getCreateRevision());
            case MOD -> Long.compare(keyValue.getModRevision(), compare.getModRevision());
            case LEASE -> Long.compare(keyValue.getLease(), compare.getLease());
            case UNRECOGNIZED -> 0;
        };
        return switch (compare.getResult()) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case GREATER -> order > 0;
            case LESS -> order < 0;
            case UNRECOGNIZED -> true;
        };
    }
}
