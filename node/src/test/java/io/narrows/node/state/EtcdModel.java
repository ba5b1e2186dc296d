package io.narrows.node.state;

import com.google.protobuf.ByteString;
import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Refusal;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.CompactionResponse;
import io.narrows.node.etcd.Compare;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.DeleteRangeResponse;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.LeaseGrantResponse;
import io.narrows.node.etcd.LeaseRevokeResponse;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.PutResponse;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.ResponseHeader;
import io.narrows.node.etcd.ResponseOp;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.TxnResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A simple model of etcd 3.4: a map of all keys for each revision, none of which is ever dropped. */
final class EtcdModel {
    private static final Comparator<ByteString> ORDER = ByteString.unsignedLexicographicalComparator();

    /** A change of a key. */
    record Kept(long main, long sub, boolean tombstone, KeyValue keyValue) {}

    private final List<NavigableMap<ByteString, KeyValue>> states = new ArrayList<>();
    private final List<List<Event>> events = new ArrayList<>();
    private final NavigableMap<Long, Long> leases = new TreeMap<>();
    private long compacted = -1;
    private Draft draft;

    EtcdModel() {
        for (int revision = 0; revision <= 1; revision++) {
            states.add(new TreeMap<>(ORDER));
            events.add(List.of());
        }
    }

    long revision() {
        return states.size() - 1;
    }

    long compacted() {
        return compacted;
    }

    NavigableMap<Long, Long> leases() {
        return leases;
    }

    List<ByteString> leaseKeys(long lease) {
        return last().values().stream()
                .filter(keyValue -> keyValue.getLease() == lease)
                .map(KeyValue::getKey)
                .toList();
    }

    /**
     * Returns the events since a revision, including deletions at the compact revision, with the previous value if it is
     * still readable.
     */
    List<Event> eventsSince(long from) {
        List<Event> found = new ArrayList<>();
        for (long revision = Math.max(from, 1); revision <= revision(); revision++) {
            for (Event event : events.get((int) revision)) {
                boolean deletedAtCompaction = revision == compacted && isDeletion(event);
                if (revision > compacted || deletedAtCompaction || isKept(event)) {
                    found.add(
                            revision - 1 >= compacted
                                    ? event
                                    : event.toBuilder().clearPrevKv().build());
                }
            }
        }
        return found;
    }

    /** Returns the changes retained by compaction. */
    List<Kept> kept() {
        List<Kept> kept = new ArrayList<>();
        for (int revision = 0; revision <= revision(); revision++) {
            int sub = 0;
            for (Event event : events.get(revision)) {
                boolean tombstone = isDeletion(event);
                if (revision > compacted || isKept(event)) {
                    kept.add(new Kept(
                            revision,
                            sub,
                            tombstone,
                            tombstone
                                    ? event.getKv().toBuilder()
                                            .clearModRevision()
                                            .build()
                                    : event.getKv()));
                }
                sub++;
            }
        }
        return kept;
    }

    RangeResponse range(RangeRequest request) throws EtcdException {
        return range(request, last(), revision());
    }

    /** Returns whether a command would change a key twice, which etcd's API is meant to refuse. */
    boolean changesAKeyTwice(Command command) {
        begin();
        try {
            txn(command.getTxn());
            return false;
        } catch (EtcdException e) {
            return e.error() == EtcdError.DUPLICATE_KEY;
        }
    }

    Outcome apply(Command command) {
        begin();
        try {
            return switch (command.getKindCase()) {
                case PUT -> {
                    requireLease(command.getPut().getLease());
                    PutResponse response = put(command.getPut());
                    keep();
                    yield Outcome.newBuilder().setPut(response).build();
                }
                case DELETE_RANGE -> {
                    DeleteRangeResponse response = delete(command.getDeleteRange());
                    keep();
                    yield Outcome.newBuilder().setDeleteRange(response).build();
                }
                case TXN -> {
                    TxnResponse response = txn(command.getTxn());
                    keep();
                    yield Outcome.newBuilder().setTxn(response).build();
                }
                case COMPACT -> compact(command.getCompact().getRevision());
                case GRANT ->
                    grant(command.getGrant().getID(), command.getGrant().getTTL());
                case REVOKE -> revoke(command.getRevoke().getID());
                default -> throw new AssertionError("not in the model: " + command);
            };
        } catch (EtcdException e) {
            return Outcome.newBuilder()
                    .setRefusal(Refusal.newBuilder()
                            .setCode(e.error().code().value())
                            .setText(e.error().text()))
                    .build();
        }
    }

    private record Draft(
            NavigableMap<ByteString, KeyValue> keys, List<Event> events, NavigableSet<ByteString> changed) {}

    private NavigableMap<ByteString, KeyValue> last() {
        return states.get(states.size() - 1);
    }

    private static boolean isDeletion(Event event) {
        return event.getType() == Event.EventType.DELETE;
    }

    private boolean isKept(Event event) {
        KeyValue living = states.get((int) compacted).get(event.getKv().getKey());
        return living != null && living.getModRevision() == event.getKv().getModRevision();
    }

    private void begin() {
        draft = new Draft(new TreeMap<>(last()), new ArrayList<>(), new TreeSet<>(ORDER));
    }

    private void keep() {
        if (!draft.events().isEmpty()) {
            states.add(draft.keys());
            events.add(List.copyOf(draft.events()));
        }
    }

    private long draftRevision() {
        return revision() + (draft.events().isEmpty() ? 0 : 1);
    }

    private ResponseHeader header() {
        return ResponseHeader.newBuilder().setRevision(draftRevision()).build();
    }

    private RangeResponse range(RangeRequest request, NavigableMap<ByteString, KeyValue> now, long current)
            throws EtcdException {
        long revision = request.getRevision() <= 0 ? current : request.getRevision();
        require(revision <= current, EtcdError.FUTURE_REVISION);
        require(revision >= compacted, EtcdError.COMPACTED);
        NavigableMap<ByteString, KeyValue> keys = revision == current ? now : states.get((int) revision);
        List<KeyValue> all = within(keys, request.getKey(), request.getRangeEnd());
        boolean sorted = request.getSortOrder() != RangeRequest.SortOrder.NONE;
        boolean filtered = request.getMinModRevision() != 0
                || request.getMaxModRevision() != 0
                || request.getMinCreateRevision() != 0
                || request.getMaxCreateRevision() != 0;
        long limit = request.getLimit();
        Stream<KeyValue> found = all.stream();
        if (limit > 0 && !sorted && !filtered) {
            found = found.limit(limit + 1);
        }
        found = found.filter(
                        kv -> request.getMinModRevision() == 0 || kv.getModRevision() >= request.getMinModRevision())
                .filter(kv -> request.getMaxModRevision() == 0 || kv.getModRevision() <= request.getMaxModRevision())
                .filter(kv ->
                        request.getMinCreateRevision() == 0 || kv.getCreateRevision() >= request.getMinCreateRevision())
                .filter(kv -> request.getMaxCreateRevision() == 0
                        || kv.getCreateRevision() <= request.getMaxCreateRevision());
        Comparator<KeyValue> order = order(request.getSortTarget());
        found = found.sorted(request.getSortOrder() == RangeRequest.SortOrder.DESCEND ? order.reversed() : order);
        List<KeyValue> rest = request.getCountOnly() ? List.of() : found.toList();
        boolean more = limit > 0 && rest.size() > limit;
        RangeResponse.Builder response = RangeResponse.newBuilder()
                .setHeader(ResponseHeader.newBuilder().setRevision(current))
                .setCount(all.size())
                .setMore(more);
        rest.stream()
                .limit(more ? limit : Long.MAX_VALUE)
                .map(kv -> request.getKeysOnly() ? kv.toBuilder().clearValue().build() : kv)
                .forEach(response::addKvs);
        return response.build();
    }

    private static Comparator<KeyValue> order(RangeRequest.SortTarget target) {
        return switch (target) {
            case VERSION -> Comparator.comparingLong(KeyValue::getVersion);
            case CREATE -> Comparator.comparingLong(KeyValue::getCreateRevision);
            case MOD -> Comparator.comparingLong(KeyValue::getModRevision);
            case VALUE -> Comparator.comparing(KeyValue::getValue, ORDER);
            default -> Comparator.comparing(KeyValue::getKey, ORDER);
        };
    }

    private static List<KeyValue> within(NavigableMap<ByteString, KeyValue> keys, ByteString key, ByteString end) {
        return keys.values().stream()
                .filter(kv -> end.isEmpty()
                        ? kv.getKey().equals(key)
                        : ORDER.compare(kv.getKey(), key) >= 0
                                && (end.equals(ByteString.copyFrom(new byte[1]))
                                        || ORDER.compare(kv.getKey(), end) < 0))
                .toList();
    }

    private PutResponse put(PutRequest request) throws EtcdException {
        require(draft.changed().add(request.getKey()), EtcdError.DUPLICATE_KEY);
        KeyValue previous = draft.keys().get(request.getKey());
        require(previous != null || !request.getIgnoreValue() && !request.getIgnoreLease(), EtcdError.KEY_NOT_FOUND);
        long main = revision() + 1;
        KeyValue made = KeyValue.newBuilder()
                .setKey(request.getKey())
                .setValue(request.getIgnoreValue() ? previous.getValue() : request.getValue())
                .setLease(request.getIgnoreLease() ? previous.getLease() : request.getLease())
                .setCreateRevision(previous == null ? main : previous.getCreateRevision())
                .setModRevision(main)
                .setVersion(previous == null ? 1 : previous.getVersion() + 1)
                .build();
        draft.keys().put(made.getKey(), made);
        Event.Builder event = Event.newBuilder().setKv(made);
        PutResponse.Builder response = PutResponse.newBuilder();
        if (previous != null) {
            event.setPrevKv(previous);
            if (request.getPrevKv()) {
                response.setPrevKv(previous);
            }
        }
        draft.events().add(event.build());
        return response.setHeader(header()).build();
    }

    private DeleteRangeResponse delete(DeleteRangeRequest request) throws EtcdException {
        List<KeyValue> gone = within(draft.keys(), request.getKey(), request.getRangeEnd());
        for (KeyValue previous : gone) {
            require(draft.changed().add(previous.getKey()), EtcdError.DUPLICATE_KEY);
            draft.keys().remove(previous.getKey());
            draft.events()
                    .add(Event.newBuilder()
                            .setType(Event.EventType.DELETE)
                            .setKv(KeyValue.newBuilder()
                                    .setKey(previous.getKey())
                                    .setModRevision(revision() + 1))
                            .setPrevKv(previous)
                            .build());
        }
        DeleteRangeResponse.Builder response =
                DeleteRangeResponse.newBuilder().setDeleted(gone.size()).setHeader(header());
        return (request.getPrevKv() ? response.addAllPrevKvs(gone) : response).build();
    }

    private TxnResponse txn(TxnRequest request) throws EtcdException {
        List<RequestOp> chosen = new ArrayList<>();
        TxnRequest decided = decided(request, chosen);
        for (RequestOp op : chosen) {
            if (op.hasRequestPut()) {
                PutRequest put = op.getRequestPut();
                require(
                        last().containsKey(put.getKey()) || !put.getIgnoreValue() && !put.getIgnoreLease(),
                        EtcdError.KEY_NOT_FOUND);
                requireLease(put.getLease());
            }
        }
        for (RequestOp op : chosen) {
            if (op.hasRequestRange() && op.getRequestRange().getRevision() != 0) {
                require(op.getRequestRange().getRevision() <= revision(), EtcdError.FUTURE_REVISION);
                require(op.getRequestRange().getRevision() >= compacted, EtcdError.COMPACTED);
            }
        }
        return run(decided).toBuilder().setHeader(header()).build();
    }

    /**
     * Reduces a transaction to one branch: its successes if its compares hold, otherwise its failures with a compare that
     * fails.
     */
    private TxnRequest decided(TxnRequest request, List<RequestOp> chosen) {
        boolean holds = request.getCompareList().stream().allMatch(this::holds);
        TxnRequest.Builder decided = TxnRequest.newBuilder();
        for (RequestOp op : holds ? request.getSuccessList() : request.getFailureList()) {
            RequestOp inner = op;
            if (op.hasRequestTxn()) {
                inner = RequestOp.newBuilder()
                        .setRequestTxn(decided(op.getRequestTxn(), chosen))
                        .build();
            } else {
                chosen.add(op);
            }
            if (holds) {
                decided.addSuccess(inner);
            } else {
                decided.addFailure(inner);
            }
        }
        return holds
                ? decided.build()
                : decided.addCompare(Compare.getDefaultInstance()).build();
    }

    private TxnResponse run(TxnRequest decided) throws EtcdException {
        boolean succeeded = decided.getCompareCount() == 0;
        TxnResponse.Builder response = TxnResponse.newBuilder()
                .setHeader(ResponseHeader.getDefaultInstance())
                .setSucceeded(succeeded);
        for (RequestOp op : succeeded ? decided.getSuccessList() : decided.getFailureList()) {
            ResponseOp.Builder one = response.addResponsesBuilder();
            switch (op.getRequestCase()) {
                case REQUEST_PUT -> one.setResponsePut(put(op.getRequestPut()));
                case REQUEST_RANGE -> one.setResponseRange(range(op.getRequestRange(), draft.keys(), draftRevision()));
                case REQUEST_DELETE_RANGE -> one.setResponseDeleteRange(delete(op.getRequestDeleteRange()));
                default -> one.setResponseTxn(run(op.getRequestTxn()));
            }
        }
        return response.build();
    }

    private boolean holds(Compare compare) {
        List<KeyValue> found = within(last(), compare.getKey(), compare.getRangeEnd());
        if (found.isEmpty()) {
            return compare.getTarget() != Compare.CompareTarget.VALUE && holds(compare, KeyValue.getDefaultInstance());
        }
        return found.stream().allMatch(kv -> holds(compare, kv));
    }

    private static boolean holds(Compare compare, KeyValue kv) {
        int sign = Integer.signum(
                switch (compare.getTarget()) {
                    case VERSION -> Long.compare(kv.getVersion(), compare.getVersion());
                    case CREATE -> Long.compare(kv.getCreateRevision(), compare.getCreateRevision());
                    case MOD -> Long.compare(kv.getModRevision(), compare.getModRevision());
                    case LEASE -> Long.compare(kv.getLease(), compare.getLease());
                    default -> ORDER.compare(kv.getValue(), compare.getValue());
                });
        return switch (compare.getResult()) {
            case GREATER -> sign == 1;
            case LESS -> sign == -1;
            case NOT_EQUAL -> sign != 0;
            default -> sign == 0;
        };
    }

    private Outcome compact(long revision) throws EtcdException {
        require(revision > compacted, EtcdError.COMPACTED);
        require(revision <= revision(), EtcdError.FUTURE_REVISION);
        compacted = revision;
        return Outcome.newBuilder()
                .setCompact(CompactionResponse.newBuilder().setHeader(header()))
                .build();
    }

    private Outcome grant(long id, long ttl) throws EtcdException {
        require(id != 0, EtcdError.LEASE_NOT_FOUND);
        require(!leases.containsKey(id), EtcdError.LEASE_EXISTS);
        leases.put(id, ttl);
        return Outcome.newBuilder()
                .setGrant(LeaseGrantResponse.newBuilder().setID(id).setTTL(ttl).setHeader(header()))
                .build();
    }

    private Outcome revoke(long id) throws EtcdException {
        require(leases.containsKey(id), EtcdError.LEASE_NOT_FOUND);
        leases.remove(id);
        for (ByteString key : leaseKeys(id)) {
            delete(DeleteRangeRequest.newBuilder().setKey(key).build());
        }
        ResponseHeader header = header();
        keep();
        return Outcome.newBuilder()
                .setRevoke(LeaseRevokeResponse.newBuilder().setHeader(header))
                .build();
    }

    private void requireLease(long id) throws EtcdException {
        require(id == 0 || leases.containsKey(id), EtcdError.LEASE_NOT_FOUND);
    }

    private static void require(boolean condition, EtcdError error) throws EtcdException {
        if (!condition) {
            throw new EtcdException(error);
        }
    }
}
