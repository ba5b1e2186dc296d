package io.narrows.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.StandaloneEtcd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests etcd's own client on the bundled store: an operator's commands, and their output. */
class EtcdctlIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    @AutoClose
    private LocalNode node;

    private Etcdctl etcdctl;

    @BeforeEach
    void start() throws IOException {
        node = LocalNode.alone(folder, Optional.empty());
        etcdctl = Etcdctl.of(folder, node.endpoint());
        await("a leader")
                .atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .until(() -> etcdctl.run("endpoint", "health").contains("is healthy"));
    }

    @Test
    void put_get_del() {
        assertThat(etcdctl.run("put", "a", "1")).isEqualTo("OK\n");
        assertThat(etcdctl.run("put", "a", "2", "--prev-kv")).isEqualTo("OK\na\n1\n");
        etcdctl.run("put", "b", "0");

        assertThat(etcdctl.run("get", "a")).isEqualTo("a\n2\n");
        assertThat(etcdctl.run("get", "a", "--rev=2")).isEqualTo("a\n1\n");
        assertThat(etcdctl.run("get", "", "--prefix", "--keys-only")).isEqualTo("a\n\nb\n\n");
        assertThat(etcdctl.run("get", "", "--prefix", "--sort-by=VALUE", "--order=ASCEND", "--print-value-only"))
                .isEqualTo("0\n2\n");
        assertThat(etcdctl.run("get", "a", "--from-key", "--sort-by=VERSION", "--order=DESCEND", "--limit=1"))
                .isEqualTo("a\n2\n");
        assertThat(etcdctl.json("get", "", "--prefix", "--limit=1"))
                .containsEntry("count", 2)
                .containsEntry("more", true);
        assertThat(etcdctl.run("del", "", "--prefix", "--prev-kv")).isEqualTo("2\na\n2\nb\n0\n");
        assertThat(etcdctl.run("get", "", "--prefix")).isEmpty();
    }

    @Test
    void txn_typed() throws IOException {
        etcdctl.run("put", "a", "1");
        String typed = """
                value("a") = "1"
                version("b") = "0"

                put b new
                get a

                del a

                """;

        assertThat(etcdctl.typed(typed, "txn")).isEqualTo("SUCCESS\n\nOK\n\na\n1\n");
        assertThat(etcdctl.typed(typed, "txn")).isEqualTo("FAILURE\n\n1\n");
        assertThat(etcdctl.run("get", "", "--prefix")).isEqualTo("b\nnew\n");
    }

    @Test
    void watch_fromTheFirstRevision_withWhatWasBefore() throws Exception {
        etcdctl.run("put", "a", "1");
        etcdctl.run("put", "a", "2");
        Path output = folder.resolve("watched");

        Process watch = etcdctl.start(output, "watch", "a", "--rev=1", "--prev-kv");
        try {
            await().atMost(LIMIT).until(() -> Files.readString(output).endsWith("a\n2\n"));
            etcdctl.run("del", "a");

            String all = "PUT\na\n1\nPUT\na\n1\na\n2\nDELETE\na\n2\na\n\n";
            await().atMost(LIMIT).untilAsserted(() -> assertThat(output).hasContent(all));
        } finally {
            watch.destroy();
            watch.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @Test
    void lease() {
        String id = etcdctl.run("lease", "grant", "600").split(" ")[1];
        etcdctl.run("put", "a", "1", "--lease=" + id);

        assertThat(etcdctl.run("lease", "timetolive", id, "--keys"))
                .matches("lease " + id
                        + " granted with TTL\\(600s\\), remaining\\(5\\d\\ds\\), attached keys\\(\\[a]\\)\n");
        assertThat(etcdctl.run("lease", "keep-alive", "--once", id))
                .isEqualTo("lease " + id + " keepalived with TTL(600)\n");
        assertThat(etcdctl.run("lease", "list")).isEqualTo("found 1 leases\n" + id + "\n");
        assertThat(etcdctl.run("lease", "revoke", id)).isEqualTo("lease " + id + " revoked\n");
        assertThat(etcdctl.run("get", "a")).isEmpty();
        assertThat(etcdctl.run("lease", "timetolive", id)).isEqualTo("lease " + id + " already expired\n");
        assertThatThrownBy(() -> etcdctl.run("put", "a", "1", "--lease=" + id))
                .hasMessageContaining("etcdserver: requested lease not found");
    }

    @Test
    void compaction() {
        for (int i = 1; i <= 5; i++) {
            etcdctl.run("put", "a", "" + i);
        }

        assertThat(etcdctl.run("compaction", "4", "--physical")).isEqualTo("compacted revision 4\n");

        assertThat(etcdctl.run("get", "a", "--rev=4")).isEqualTo("a\n3\n");
        assertThatThrownBy(() -> etcdctl.run("get", "a", "--rev=3"))
                .hasMessageContaining("etcdserver: mvcc: required revision has been compacted");
        assertThatThrownBy(() -> etcdctl.run("compaction", "4"))
                .hasMessageContaining("etcdserver: mvcc: required revision has been compacted");
        assertThatThrownBy(() -> etcdctl.run("watch", "a", "--rev=3"))
                .hasMessageContaining("etcdserver: mvcc: required revision has been compacted");
    }

    @Test
    void endpoint() {
        etcdctl.run("put", "a", "1");

        Map<?, ?> status =
                (Map<?, ?>) etcdctl.jsonList("endpoint", "status").get(0).get("Status");
        Map<?, ?> hash =
                (Map<?, ?>) etcdctl.jsonList("endpoint", "hashkv").get(0).get("HashKV");

        Map<?, ?> header = (Map<?, ?>) status.get("header");
        assertThat(header.get("revision")).isEqualTo(2);
        assertThat(status.get("leader")).isEqualTo(header.get("member_id"));
        assertThat(status.get("version")).isEqualTo("3.5.15");
        assertThat(hash.get("compact_revision")).isEqualTo(-1);
        assertThat(((Number) hash.get("hash")).longValue()).isNotZero();
    }

    /** Frees space as described in etcd's documentation. */
    @Test
    void quota_isRaised_andRoomIsMade() throws IOException {
        try (LocalNode small = LocalNode.aloneWithQuota(folder.resolve("small"), 8 << 20)) {
            Etcdctl full = Etcdctl.of(folder, small.endpoint());
            String value = "v".repeat(100_000);
            await("a leader")
                    .atMost(LIMIT)
                    .ignoreExceptionsInstanceOf(IllegalStateException.class)
                    .until(() -> full.run("put", "a", value).equals("OK\n"));
            await("no space")
                    .atMost(LIMIT)
                    .untilAsserted(() -> assertThatThrownBy(() -> full.run("put", "a", value))
                            .hasMessageContaining("etcdserver: mvcc: database space exceeded"));
            await("an alarm")
                    .atMost(LIMIT)
                    .until(() -> full.run("alarm", "list").contains("alarm:NOSPACE"));
            assertThat(full.run("get", "a", "--print-value-only")).isEqualTo(value + "\n");

            Map<?, ?> status =
                    (Map<?, ?>) full.jsonList("endpoint", "status").get(0).get("Status");
            assertThat(status.get("errors")).asString().contains("alarm:NOSPACE");
            Object revision = ((Map<?, ?>) status.get("header")).get("revision");
            full.run("del", "a");
            full.run("compaction", revision.toString(), "--physical");
            full.run("defrag");
            assertThat(full.run("alarm", "disarm")).contains("alarm:NOSPACE");

            assertThat(full.run("alarm", "list")).isEmpty();
            assertThat(full.run("put", "a", value)).isEqualTo("OK\n");
        }
    }

    @Test
    void snapshot() throws IOException {
        etcdctl.run("put", "a", "1");
        etcdctl.run("put", "a", "2");
        Path file = folder.resolve("snapshot.db");

        assertThat(etcdctl.run("snapshot", "save", file.toString())).contains("Snapshot saved at " + file);

        Map<String, ?> status = StandaloneEtcd.status(file);
        assertThat(status.get("revision")).isEqualTo(3);
        StandaloneEtcd.restore(file, folder.resolve("restored"));
        try (StandaloneEtcd etcd = StandaloneEtcd.start(folder.resolve("restored"))) {
            assertThat(etcd.ctl("get", "a")).isEqualTo("a\n2\n");
            assertThat(etcd.ctl("get", "a", "--rev=2")).isEqualTo("a\n1\n");
        }
    }

    @Test
    void members_threeOfThem() throws IOException {
        try (LocalGroup group = LocalGroup.start(folder.resolve("group"), 3)) {
            Etcdctl all = Etcdctl.of(folder, group.endpoints());
            await("a leader")
                    .atMost(LIMIT)
                    .ignoreExceptionsInstanceOf(IllegalStateException.class)
                    .until(() -> all.run("endpoint", "health").split("is healthy", -1).length == 4);
            await("names")
                    .atMost(LIMIT)
                    .untilAsserted(() -> assertThat(all.run("member", "list"))
                            .contains("started, n0,", "started, n1,", "started, n2,"));
            all.run("put", "a", "1");

            int peerPort = group.reservePort();
            assertThat(all.run("member", "add", "n3", "--peer-urls=http://" + LocalNode.peer(peerPort)))
                    .contains("added to cluster");
            group.join("n3", peerPort);

            await("n3")
                    .atMost(LIMIT)
                    .untilAsserted(() -> assertThat(all.run("member", "list")).contains("started, n3,"));
            Etcdctl added = Etcdctl.of(folder, group.endpointOf("n3"));
            await("its data")
                    .atMost(LIMIT)
                    .ignoreExceptionsInstanceOf(IllegalStateException.class)
                    .until(() -> added.run("get", "a").equals("a\n1\n"));

            String id = idOf(all, " n3,");
            assertThat(all.run("member", "remove", id)).contains(id + " removed from cluster");
            assertThat(all.run("member", "list")).doesNotContain("n3");
            assertThat(all.run("get", "a")).isEqualTo("a\n1\n");
            assertThatThrownBy(() -> all.run("member", "remove", id))
                    .hasMessageContaining("etcdserver: member not found");
        }
    }

    @Test
    void learner_isAdded_andPromoted() throws IOException {
        try (LocalGroup group = LocalGroup.start(folder.resolve("group"), 1)) {
            Etcdctl voter = Etcdctl.of(folder, group.endpoints());
            int peerPort = group.reservePort();
            String url = "--peer-urls=http://" + LocalNode.peer(peerPort);
            await("the group's version")
                    .atMost(LIMIT)
                    .ignoreExceptionsInstanceOf(IllegalStateException.class)
                    .until(() ->
                            voter.run("member", "add", "n1", "--learner", url).contains("added to cluster"));
            voter.run("put", "a", "1");
            String id = idOf(voter, ", unstarted,");

            assertThat(voter.run("member", "list"))
                    .contains(", unstarted, , http://" + LocalNode.peer(peerPort) + ", , true\n");
            assertThatThrownBy(() -> voter.run("member", "add", "n2", "--learner", "--peer-urls=http://n2:2380"))
                    .hasMessageContaining("etcdserver: too many learner members in cluster");
            assertThatThrownBy(() -> voter.run("member", "promote", id))
                    .hasMessageContaining("etcdserver: can only promote a learner member which is in sync with leader");

            group.join("n1", peerPort);
            Etcdctl learner = Etcdctl.of(folder, group.endpointOf("n1"));
            await("its data")
                    .atMost(LIMIT)
                    .ignoreExceptionsInstanceOf(IllegalStateException.class)
                    .until(() -> learner.run("get", "a", "--consistency=s").equals("a\n1\n"));
            assertThatThrownBy(() -> learner.run("put", "a", "2"))
                    .hasMessageContaining("etcdserver: rpc not supported for learner");
            Map<?, ?> status =
                    (Map<?, ?>) learner.jsonList("endpoint", "status").get(0).get("Status");
            assertThat(status.get("isLearner")).isEqualTo(true);

            // The leader learns a moment later than the learner that it has caught up. etcdctl pads the id to 16
            // characters with blanks.
            Pattern promoted = Pattern.compile("Member +" + id + " promoted in cluster ");
            await("its promotion")
                    .atMost(LIMIT)
                    .ignoreExceptionsInstanceOf(IllegalStateException.class)
                    .until(() ->
                            promoted.matcher(voter.run("member", "promote", id)).find());
            assertThatThrownBy(() -> voter.run("member", "promote", id))
                    .hasMessageContaining("etcdserver: can only promote a learner member");
            assertThat(voter.run("member", "list")).doesNotContain(", true\n");
            await("writes at it")
                    .atMost(LIMIT)
                    .ignoreExceptionsInstanceOf(IllegalStateException.class)
                    .until(() -> learner.run("put", "a", "2").equals("OK\n"));
        }
    }

    private static String idOf(Etcdctl etcdctl, String part) {
        return etcdctl.run("member", "list")
                .lines()
                .filter(line -> line.contains(part))
                .findAny()
                .orElseThrow()
                .split(",")[0];
    }
}
