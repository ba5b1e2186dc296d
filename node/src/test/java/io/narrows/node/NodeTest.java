package io.narrows.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.narrows.node.api.SpaceQuota;
import io.narrows.node.compaction.Retention;
import io.narrows.node.etcd.AlarmRequest;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.MaintenanceGrpc;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.mvcc.Requests;
import io.narrows.testkit.FailingLog;
import io.narrows.testkit.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.Level;

class NodeTest {
    @TempDir
    private Path directory;

    private Node start(long quotaBytes, Optional<Retention> retention) throws IOException {
        String peerAddress = "127.0.0.1:" + FreePort.next();
        InetSocketAddress bind = new InetSocketAddress(
                InetAddress.getLoopbackAddress(),
                Integer.parseInt(peerAddress.substring(peerAddress.indexOf(':') + 1)));
        return Node.start(new NodeOptions(
                "test",
                "one",
                peerAddress,
                bind,
                List.of(peerAddress),
                false,
                directory,
                List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                List.of("http://127.0.0.1:2379"),
                Optional.empty(),
                Duration.ofSeconds(1),
                Long.MAX_VALUE,
                quotaBytes,
                Duration.ofMinutes(10),
                false,
                KeyspaceOptions.defaults(),
                retention,
                Optional.empty(),
                0));
    }

    private static ManagedChannel channel(Node node) {
        int port = ((InetSocketAddress) node.clients().get(0)).getPort();
        return Grpc.newChannelBuilder("127.0.0.1:" + port, InsecureChannelCredentials.create())
                .build();
    }

    @Test
    void quotaCheckThatThrowsAnError_isRepeated() throws IOException {
        try (FailingLog log = new FailingLog(SpaceQuota.class, Level.WARN);
                Node node = start(1, Optional.empty())) {
            await().until(() -> !log.messages().isEmpty());

            ManagedChannel channel = channel(node);
            try {
                await().ignoreExceptions() // without a leader
                        .untilAsserted(() -> assertThat(MaintenanceGrpc.newBlockingStub(channel)
                                        .alarm(AlarmRequest.getDefaultInstance())
                                        .getAlarmsList())
                                .anyMatch(alarm -> alarm.getAlarm() == AlarmType.NOSPACE));
            } finally {
                channel.shutdownNow();
            }
        }
    }

    @Test
    void compactionThatThrowsAnError_isRepeated() throws IOException {
        Retention retention = new Retention.Age(Duration.ofSeconds(1));
        try (FailingLog log = new FailingLog(Node.class, Level.INFO);
                Node node = start(Long.MAX_VALUE, Optional.of(retention))) {
            ManagedChannel channel = channel(node);
            try {
                await().ignoreExceptions()
                        .until(() -> KVGrpc.newBlockingStub(channel)
                                .put(Requests.put("a", "1"))
                                .hasHeader());

                await().untilAsserted(() -> assertThat(log.messages())
                        .containsSubsequence("compacting old revisions", "{}; retrying", "compacting old revisions"));
            } finally {
                channel.shutdownNow();
            }
        }
    }
}
