package io.narrows.middleware;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UncompressedCallLogTest {
    private static final byte[] MESSAGE = new byte[10_000];

    private final Logger logger = Logger.getLogger(UncompressedCallLog.NAME);
    private final Kept logged = new Kept();
    private final Ends ends = new Ends();

    @BeforeEach
    void listen() {
        logger.addHandler(logged);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void end() throws Exception {
        logger.removeHandler(logged);
        logger.setUseParentHandlers(true);
        ends.close();
    }

    @Test
    void callThatNoRuleMatches_isLoggedOnceWithTheRules() throws Exception {
        Narrows narrows = ofFile("""
                policy:
                  - {class: heartbeat, codec: none}
                  - {tier: cross-region, codec: zstd, level: 3}
                grpc:
                  methods: [{service: test.*, class: replication}]
                  places: [{addresses: [127.0.0.0/8], peer: b}]
                """);

        call(narrows, 3);

        assertThat(logged.warnings)
                .containsExactly("messages of test.Replication/Append are not compressed: no rule of the"
                        + " policy matches class replication to b (cross-zone). Rules: 1 at narrows.yaml:7:5 (class heartbeat): none;"
                        + " 2 at narrows.yaml:8:5 (tier cross-region): zstd:3. Add a rule, such as {tier: cross-zone,"
                        + " codec: zstd}, or {tier: cross-zone, codec: none} if that is intended; grpc.methods can give the method another"
                        + " class. Logged once; narrows_raw_frames_total{reason=\"no-rule\"} counts them all");
    }

    @Test
    void callToAnAddressWithoutAPlace_isLoggedOnce() throws Exception {
        Narrows narrows = ofFile("""
                policy: [{codec: zstd, level: 3}]
                """);

        int port = call(narrows, 3);

        assertThat(logged.warnings)
                .containsExactly("messages of test.Replication/Append are not compressed: no peer and no"
                        + " place in the configuration has the address /127.0.0.1:" + port
                        + ", so no rule applies. Rules: 1 at"
                        + " narrows.yaml:6:10 (all): zstd:3. Add the address to grpc.places, or name the peer:"
                        + " narrows.to(\"ID\", channelBuilder). Logged once;"
                        + " narrows_raw_frames_total{reason=\"unknown-peer\"} counts them all");
    }

    @Test
    void callThatARuleMatches_isNotLogged() throws Exception {
        call(Ends.near().build(), 3);

        assertThat(logged.warnings).isEmpty();
    }

    @Test
    void callOfAServerThatNoRuleMatches_isLoggedOnce() throws Exception {
        Narrows narrows = Ends.near().build();
        Narrows far = Narrows.builder()
                .node("far", Ends.FAR)
                .place("near", Ends.NEAR)
                .rule(Tier.SAME_HOST, CodecSpec.of(Codec.ZSTD))
                .build();
        Server server = ends.start(far.on(Ends.server(new Encodings())));
        ManagedChannel channel = ends.open(narrows.on(Ends.channel(server)));

        Replication.call(channel, Replication.APPEND, MESSAGE);
        Replication.call(channel, Replication.APPEND, MESSAGE);

        assertThat(logged.warnings).singleElement().asString().contains("class grpc to near (cross-region)");
    }

    private static Narrows ofFile(String sections) throws ConfigException {
        return Narrows.of(ConfigLoader.parse("narrows.yaml", """
                version: 1
                node: {id: a, region: r, zone: z, host: h}
                link: {listen: 127.0.0.1:1}
                targets: {}
                peers: [{id: b, region: r, zone: other, host: i, link: 127.0.0.1:3}]
                """ + sections, Path.of("")));
    }

    /** Returns the server's port. */
    private int call(Narrows narrows, int times) throws IOException {
        Server server = ends.start(Ends.server(new Encodings()));
        ManagedChannel channel = ends.open(narrows.on(Ends.channel(server)));
        for (int i = 0; i < times; i++) {
            Replication.call(channel, Replication.APPEND, MESSAGE);
        }
        return server.getPort();
    }

    private static final class Kept extends Handler {
        private final List<String> warnings = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                warnings.add(entry.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
