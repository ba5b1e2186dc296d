package io.narrows.node.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.grpc.Metadata;
import io.narrows.node.command.Command;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.etcd.AlarmRequest;
import io.narrows.node.etcd.AlarmRequest.AlarmAction;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchRequest;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.support.LocalReplica;
import io.narrows.node.watch.WatchClient;
import io.narrows.node.watch.WatchHub;
import io.narrows.node.watch.WatchOptions;
import io.narrows.node.watch.WatchStream;
import io.narrows.node.watch.message.EncodedWatchResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdMetricsTest {
    private static final long QUOTA = 1 << 30;
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z_]+)` \\| (\\w+) \\|", Pattern.MULTILINE);
    private static final Pattern TYPE = Pattern.compile("^# TYPE (\\w+) (\\w+)$", Pattern.MULTILINE);

    @TempDir
    private Path directory;

    private final Exposition exposition = new Exposition();
    private Keyspace keyspace;
    private WatchHub watches;
    private LocalReplica local;
    private MeteredReplica replica;

    @BeforeEach
    void open() throws IOException {
        keyspace = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults());
        watches = new WatchHub(keyspace, WatchOptions.DEFAULT);
        local = new LocalReplica(keyspace, watches);
        replica = new MeteredReplica(local, exposition.registry());
        exposition.show(new EtcdMetrics(replica, keyspace, watches, QUOTA));
        LogWrites.timer(exposition.registry());
    }

    @AfterEach
    void close() throws IOException {
        watches.close();
        local.close();
        exposition.close();
        keyspace.close();
    }

    private void propose(Command.Builder command) throws Exception {
        replica.propose(command.build()).get(20, TimeUnit.SECONDS);
    }

    private static Command.Builder put() {
        return Command.newBuilder().setPut(PutRequest.newBuilder().setKey(ByteString.copyFromUtf8("a")));
    }

    private String scrape() {
        return new String(exposition.scrape(new ScrapeRequest("", "")).body(), StandardCharsets.UTF_8);
    }

    @Test
    void proposals_areCountedAndTimed() throws Exception {
        propose(put());
        local.leader(Optional.empty());
        assertThat(replica.propose(put().build())).failsWithin(20, TimeUnit.SECONDS);

        assertThat(scrape())
                .contains(
                        "etcd_server_proposals_pending 0.0",
                        "etcd_server_proposals_failed_total 1.0",
                        "narrows_proposal_seconds_count 1",
                        "etcd_server_proposals_committed_total 42.0",
                        "etcd_server_proposals_applied_total 41.0");
    }

    @Test
    void writesOfTheLog_areTimed() {
        LogWrites.timer(exposition.registry()).accept(3_000_000);

        assertThat(scrape())
                .contains(
                        "etcd_disk_wal_fsync_duration_seconds_bucket{le=\"0.002\"} 0",
                        "etcd_disk_wal_fsync_duration_seconds_bucket{le=\"0.004\"} 1",
                        "etcd_disk_wal_fsync_duration_seconds_count 1");
    }

    @Test
    void leaders_areCountedAsTheyChange() {
        assertThat(scrape()).contains("etcd_server_has_leader 1.0", "etcd_server_is_leader 1.0");

        local.leader(Optional.empty());
        assertThat(scrape()).contains("etcd_server_has_leader 0.0");
        local.leader(Optional.of(LocalReplica.ADDRESS));
        assertThat(scrape()).as("the same, of the same term").doesNotContain("leader_changes_seen_total 2.0");
        local.leader(Optional.of("other:2380"));
        scrape();

        assertThat(scrape()).contains("etcd_server_leader_changes_seen_total 2.0", "etcd_server_is_leader 0.0");
    }

    @Test
    void learner_isShownAsOne() throws Exception {
        assertThat(scrape()).contains("etcd_server_is_learner 0.0");

        propose(Command.newBuilder()
                .setAdd(MemberRecord.newBuilder()
                        .setId(5)
                        .setPeerAddress(LocalReplica.ADDRESS)
                        .setLearner(true)));

        assertThat(scrape()).contains("etcd_server_is_learner 1.0");
    }

    @Test
    void spaceAndAlarms_areThoseOfTheKeyspace() throws Exception {
        propose(put());
        propose(Command.newBuilder()
                .setAlarm(AlarmRequest.newBuilder()
                        .setAction(AlarmAction.ACTIVATE)
                        .setMemberID(5)
                        .setAlarm(AlarmType.NOSPACE)));

        assertThat(scrape())
                .contains(
                        "etcd_mvcc_db_total_size_in_bytes " + (double) keyspace.sizeBytes(),
                        "etcd_server_quota_backend_bytes 1.073741824E9",
                        "narrows_alarms{alarm=\"NOSPACE\"} 1.0",
                        "narrows_alarms{alarm=\"CORRUPT\"} 0.0");
    }

    @Test
    void watches_areCountedWhileTheyAreOpen() {
        WatchStream stream = watches.open(new Unheard());
        stream.request(WatchRequest.newBuilder()
                .setCreateRequest(WatchCreateRequest.newBuilder().setKey(ByteString.copyFromUtf8("a")))
                .build());

        await().untilAsserted(() -> assertThat(scrape())
                .contains(
                        "narrows_watch_streams 1.0",
                        "narrows_watch_watchers 1.0",
                        "narrows_watch_watchers_behind 0.0"));
        stream.close();
        await().untilAsserted(
                        () -> assertThat(scrape()).contains("narrows_watch_streams 0.0", "narrows_watch_watchers 0.0"));
    }

    @Test
    void document_namesEveryMetricWithItsType() throws IOException {
        new CallMeter(exposition.registry())
                .interceptCall(
                        new EndedCall<>(KVGrpc.getPutMethod()),
                        new Metadata(),
                        (call, metadata) -> EndedCall.end(call));

        assertThat(types(TYPE, scrape())).isEqualTo(types(ROW, section()));
    }

    private static Map<String, String> types(Pattern pattern, String text) {
        Map<String, String> types = new TreeMap<>();
        pattern.matcher(text).results().forEach(match -> types.put(match.group(1), match.group(2)));
        return types;
    }

    private static String section() throws IOException {
        String text = Files.readString(Path.of("../docs/metrics.md"));
        int start = text.indexOf("<!-- etcd metrics -->");
        return text.substring(start, text.indexOf("<!-- end -->", start));
    }

    private static final class Unheard implements WatchClient {
        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void send(EncodedWatchResponse response) {}

        @Override
        public void requestNext() {}

        @Override
        public void closed() {}
    }
}
