package io.narrows.node.api;

import static io.narrows.node.api.ServedNode.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.CampaignRequest;
import io.narrows.node.etcd.CampaignResponse;
import io.narrows.node.etcd.ElectionGrpc;
import io.narrows.node.etcd.LeaderKey;
import io.narrows.node.etcd.LeaderRequest;
import io.narrows.node.etcd.LeaderResponse;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.ProclaimRequest;
import io.narrows.node.etcd.ResignRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ElectionServiceTest {
    private static final ByteString NAME = ByteString.copyFromUtf8("election");
    private static final LeaderRequest ELECTION =
            LeaderRequest.newBuilder().setName(NAME).build();

    @TempDir
    private Path directory;

    @AutoClose
    private ServedNode node;

    private ElectionGrpc.ElectionBlockingStub elections;

    @BeforeEach
    void serve() throws IOException {
        node = new ServedNode(directory);
        elections = ElectionGrpc.newBlockingStub(node.channel());
        for (long lease = 1; lease <= 2; lease++) {
            node.leases()
                    .leaseGrant(LeaseGrantRequest.newBuilder()
                            .setID(lease)
                            .setTTL(60)
                            .build());
        }
    }

    private ListenableFuture<CampaignResponse> campaign(long lease, String value) {
        return ElectionGrpc.newFutureStub(node.channel())
                .campaign(CampaignRequest.newBuilder()
                        .setName(NAME)
                        .setLease(lease)
                        .setValue(ByteString.copyFromUtf8(value))
                        .build());
    }

    private LeaderKey elected(long lease, String value) throws Exception {
        return campaign(lease, value).get(20, TimeUnit.SECONDS).getLeader();
    }

    private void proclaim(LeaderKey leader, String value) {
        elections.proclaim(ProclaimRequest.newBuilder()
                .setLeader(leader)
                .setValue(ByteString.copyFromUtf8(value))
                .build());
    }

    private void resign(LeaderKey leader) {
        elections.resign(ResignRequest.newBuilder().setLeader(leader).build());
    }

    private static String value(LeaderResponse response) {
        return response.getKv().getValue().toStringUtf8();
    }

    @Test
    void campaign_isWonByTheFirst_andThenByTheNext() throws Exception {
        LeaderKey first = elected(1, "one");
        assertThat(first)
                .isEqualTo(LeaderKey.newBuilder()
                        .setName(NAME)
                        .setKey(ByteString.copyFromUtf8("election/1"))
                        .setLease(1)
                        .setRev(2)
                        .build());
        ListenableFuture<CampaignResponse> next = campaign(2, "two");
        await().until(() -> node.keyspace().revision() == 3);
        assertThat(value(elections.leader(ELECTION))).isEqualTo("one");
        assertThat(next.isDone()).isFalse();

        resign(first);

        assertThat(next.get(20, TimeUnit.SECONDS).getLeader().getRev()).isEqualTo(3);
        assertThat(value(elections.leader(ELECTION))).isEqualTo("two");
    }

    @Test
    void campaignAgain_keepsThePlace_withTheNewValue() throws Exception {
        LeaderKey first = elected(1, "one");

        assertThat(elected(1, "other")).isEqualTo(first);

        assertThat(value(elections.leader(ELECTION))).isEqualTo("other");
    }

    @Test
    void observe_seesAllLeadersAndWhatTheyProclaim() throws Exception {
        Iterator<LeaderResponse> observed = elections.observe(ELECTION);
        LeaderKey first = elected(1, "one");
        assertThat(value(observed.next())).isEqualTo("one");

        proclaim(first, "again");
        assertThat(value(observed.next())).isEqualTo("again");
        ListenableFuture<CampaignResponse> next = campaign(2, "two");
        await().until(() -> node.keyspace().revision() == 4);
        resign(first);

        LeaderResponse last = observed.next();
        assertThat(value(last)).isEqualTo("two");
        assertThat(last.getKv().getLease()).isEqualTo(2);
        next.get(20, TimeUnit.SECONDS);
    }

    @Test
    void formerLeader_cannotProclaim() throws Exception {
        LeaderKey former = elected(1, "one");
        resign(former);

        assertRefused(() -> proclaim(former, "late"), EtcdError.ELECTION_NOT_LEADER);
        resign(former);
        assertRefused(() -> elections.leader(ELECTION), EtcdError.ELECTION_NO_LEADER);
    }

    @Test
    void requestsWithoutALeader_areRefused() {
        assertRefused(() -> elections.proclaim(ProclaimRequest.getDefaultInstance()), EtcdError.MISSING_LEADER_KEY);
        assertRefused(() -> elections.resign(ResignRequest.getDefaultInstance()), EtcdError.MISSING_LEADER_KEY);
    }

    @Test
    void candidateThatGoes_leavesTheElection() throws Exception {
        LeaderKey first = elected(1, "one");
        ListenableFuture<CampaignResponse> waiting = campaign(2, "two");
        await().until(() -> node.keyspace().revision() == 3);

        waiting.cancel(true);

        await().until(() -> node.keyspace().revision() == 4);
        resign(first);
        assertRefused(() -> elections.leader(ELECTION), EtcdError.ELECTION_NO_LEADER);
    }
}
