package io.narrows.proxy.classify;

import io.narrows.config.ClassPattern;
import java.util.List;
import java.util.stream.Stream;

/** All recognizers, in order of precedence. A new kind of traffic needs one recognizer and one line here. */
final class Recognisers {
    private static final List<Recogniser> BUILT_IN = List.of(
            new EtcdStreams(),
            new GrpcPreface(),
            new TlsHello(),
            new PostgresStartup(),
            new RedisReplica(),
            new MySqlReplica(),
            new CassandraHandshake(),
            new ZooKeeperLearner(),
            new ZooKeeperElection(),
            new NatsServers(),
            new ErlangDistribution(),
            new ElasticTransport(),
            new MongoCommands(),
            new KafkaRequests());

    private Recognisers() {}

    /** Returns the configuration's patterns, followed by the built-in recognizers. */
    static List<Recogniser> of(List<ClassPattern> patterns) {
        if (patterns.isEmpty()) {
            return BUILT_IN;
        }
        return Stream.concat(patterns.stream().map(ConfiguredBytes::new), BUILT_IN.stream())
                .toList();
    }
}
