package io.narrows.node.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.WatchGrpc;
import org.junit.jupiter.api.Test;

class CallMeterTest {
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final CallMeter meter = new CallMeter(registry);

    private <Q, A> ServerCall.Listener<Q> begin(MethodDescriptor<Q, A> method, Status end) {
        return meter.interceptCall(new EndedCall<>(method), new Metadata(), (call, metadata) -> {
            if (end != null) {
                call.close(end, new Metadata());
            }
            return new ServerCall.Listener<>() {};
        });
    }

    private double handled(String code) {
        var counter =
                registry.find("grpc.server.handled").tag("grpc_code", code).counter();
        return counter == null ? 0 : counter.count();
    }

    @Test
    void calls_areCountedByTheirStatus_asGoNamesIt() {
        begin(KVGrpc.getPutMethod(), Status.OK);
        begin(KVGrpc.getPutMethod(), Status.RESOURCE_EXHAUSTED);
        begin(KVGrpc.getPutMethod(), Status.NOT_FOUND);

        assertThat(handled("OK")).isEqualTo(1);
        assertThat(handled("ResourceExhausted")).isEqualTo(1);
        assertThat(handled("NotFound")).isEqualTo(1);
        assertThat(registry.get("grpc.server.started").counter().count()).isEqualTo(3);
        assertThat(registry.get("grpc.server.handling").timer().count()).isEqualTo(3);
        assertThat(registry.get("grpc.server.handling").timer().getId().getTag("grpc_service"))
                .isEqualTo("etcdserverpb.KV");
    }

    @Test
    void callThatItsClientCancels_endsOnce() {
        ServerCall.Listener<PutRequest> listener = begin(KVGrpc.getPutMethod(), null);
        listener.onCancel();
        begin(KVGrpc.getPutMethod(), Status.OK).onCancel();

        assertThat(handled("Canceled")).isEqualTo(1);
        assertThat(handled("OK")).isEqualTo(1);
    }

    @Test
    void streams_areCounted_notTimed() {
        begin(WatchGrpc.getWatchMethod(), Status.UNAVAILABLE);

        assertThat(registry.get("grpc.server.handled").counter().getId().getTag("grpc_type"))
                .isEqualTo("bidi_stream");
        assertThat(registry.find("grpc.server.handling").timer()).isNull();
    }
}
