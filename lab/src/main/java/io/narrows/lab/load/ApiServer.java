package io.narrows.lab.load;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.TxnResponse;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * The work of an API server for clients that change and read pods: operations drawn from a mix by a seeded
 * generator.
 */
final class ApiServer {
    private static final Set<Operation> WITHOUT_POD = EnumSet.of(Operation.LIST, Operation.KEEP_ALIVE);

    private final KubernetesObjects objects;
    private final Mix mix;
    private final int limit;
    private final EventLeases leases;
    private final KeptLease keptLease = new KeptLease();
    private final SplittableRandom random;
    private final OwnPods pods;
    private final int eventStep;
    private int nextEvent;

    /** @param client 0 for the first; no other client has its pods and events */
    ApiServer(KubernetesObjects objects, Demand demand, EventLeases leases, long seed, int client) {
        this.objects = objects;
        this.mix = demand.mix();
        this.limit = demand.limit();
        this.leases = leases;
        this.random = new SplittableRandom(seed + client);
        this.pods = new OwnPods(client, demand.clients());
        this.eventStep = demand.clients();
        this.nextEvent = client;
    }

    /** Returns a script that creates this many pods. */
    Script filling(int count) {
        return new Quota(count, this::create);
    }

    /** Returns a script that follows the mix until this many writes have begun. */
    Script working(long writes) {
        return new Quota(writes, this::draw);
    }

    private Step draw() {
        Operation operation = mix.pick(random);
        if (pods.isEmpty() && !WITHOUT_POD.contains(operation)) {
            return create();
        }
        return switch (operation) {
            case CREATE -> create();
            case UPDATE -> update(pods.any(random));
            case DELETE -> delete(pods.any(random));
            case EVENT -> event(pods.any(random));
            case GET -> range(Operation.GET, get(pods.any(random)));
            case LIST -> range(Operation.LIST, list());
            case KEEP_ALIVE -> new Step(Operation.KEEP_ALIVE, keptLease::keepAlive);
            case RENEW -> throw new AssertionError("nodes do that");
        };
    }

    private Step create() {
        OwnPod pod = pods.fresh();
        StoredObject object = objects.pod(pod.number(), 0);
        return new Step(Operation.CREATE, endpoint -> change(endpoint, Transactions.create(object, 0), pod, 0, object));
    }

    private Step update(OwnPod pod) {
        int generation = pod.generation() + 1;
        StoredObject object = objects.pod(pod.number(), generation);
        return new Step(
                Operation.UPDATE,
                endpoint -> change(endpoint, Transactions.update(object, pod.revision(), 0), pod, generation, object));
    }

    private Step delete(OwnPod pod) {
        StoredObject gone = new StoredObject(objects.podKey(pod.number()), ByteString.EMPTY);
        return new Step(
                Operation.DELETE,
                endpoint ->
                        change(endpoint, Transactions.delete(gone.key(), pod.revision()), pod, pod.generation(), gone));
    }

    private CompletableFuture<Answer> change(
            Endpoint endpoint, TxnRequest request, OwnPod pod, int generation, StoredObject object) {
        return endpoint.call(KVGrpc.getTxnMethod(), request).thenApply(response -> {
            pod.written(generation, Transactions.revisionAfter(response));
            pods.settle(pod);
            return answer(response, object);
        });
    }

    private Step event(OwnPod pod) {
        StoredObject event = objects.event(pod.number(), nextEvent);
        nextEvent += eventStep;
        return new Step(
                Operation.EVENT,
                endpoint -> leases.next(endpoint)
                        .thenCompose(lease -> endpoint.call(KVGrpc.getTxnMethod(), Transactions.create(event, lease)))
                        .thenApply(response -> answer(response, event)));
    }

    private static Answer answer(TxnResponse response, StoredObject object) {
        return new Answer(
                response.getSucceeded(),
                response.getHeader().getRevision(),
                object.value().size());
    }

    private RangeRequest get(OwnPod pod) {
        return RangeRequest.newBuilder().setKey(objects.podKey(pod.number())).build();
    }

    private RangeRequest list() {
        String prefix = Registry.pod(Fleet.NAMESPACES.get(random.nextInt(Fleet.NAMESPACES.size())), "");
        return RangeRequest.newBuilder()
                .setKey(ByteString.copyFromUtf8(prefix))
                .setRangeEnd(Registry.endOf(prefix))
                .setLimit(limit)
                .build();
    }

    private static Step range(Operation operation, RangeRequest request) {
        return new Step(
                operation,
                endpoint -> endpoint.call(KVGrpc.getRangeMethod(), request).thenApply(ApiServer::answer));
    }

    private static Answer answer(RangeResponse response) {
        long bytes = response.getKvsList().stream()
                .map(KeyValue::getValue)
                .mapToLong(ByteString::size)
                .sum();
        return new Answer(true, response.getHeader().getRevision(), bytes);
    }
}
