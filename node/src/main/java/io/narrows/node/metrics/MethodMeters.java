package io.narrows.node.metrics;

import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The meters of a gRPC method. */
final class MethodMeters {
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2_500),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10)
    };

    private final MeterRegistry registry;
    private final Tags tags;
    private final Counter started;
    private final Optional<Timer> time;
    private final Map<Status.Code, Counter> handled = new ConcurrentHashMap<>();

    MethodMeters(MeterRegistry registry, MethodDescriptor<?, ?> method) {
        this.registry = registry;
        this.tags = Tags.of(
                "grpc_type", type(method.getType()),
                "grpc_service", Objects.requireNonNull(method.getServiceName()),
                "grpc_method", Objects.requireNonNull(method.getBareMethodName()));
        this.started = Counter.builder("grpc.server.started")
                .description("Calls started.")
                .tags(tags)
                .register(registry);
        this.time = method.getType().clientSendsOneMessage() && method.getType().serverSendsOneMessage()
                ? Optional.of(Timer.builder("grpc.server.handling")
                        .description("Duration of unary calls.")
                        .serviceLevelObjectives(BUCKETS)
                        .tags(tags)
                        .register(registry))
                : Optional.empty();
    }

    void started() {
        started.increment();
    }

    void handled(Status.Code code, long nanos) {
        handled.computeIfAbsent(code, this::counter).increment();
        time.ifPresent(timer -> timer.record(nanos, TimeUnit.NANOSECONDS));
    }

    private Counter counter(Status.Code code) {
        return Counter.builder("grpc.server.handled")
                .description("Calls completed, by status.")
                .tags(tags.and("grpc_code", name(code)))
                .register(registry);
    }

    private static String type(MethodDescriptor.MethodType type) {
        return switch (type) {
            case UNARY -> "unary";
            case CLIENT_STREAMING -> "client_stream";
            case SERVER_STREAMING -> "server_stream";
            case BIDI_STREAMING, UNKNOWN -> "bidi_stream";
        };
    }

    /** Formats a code like Go: {@code NotFound}. */
    private static String name(Status.Code code) {
        if (code == Status.Code.OK) {
            return "OK";
        }
        if (code == Status.Code.CANCELLED) {
            return "Canceled";
        }
        StringBuilder name = new StringBuilder();
        for (String word : code.name().split("_")) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }
}
