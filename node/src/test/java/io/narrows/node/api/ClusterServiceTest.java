package io.narrows.node.api;

import static io.narrows.node.api.ServedNode.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.narrows.node.command.Command;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.Member;
import io.narrows.node.etcd.MemberAddRequest;
import io.narrows.node.etcd.MemberAddResponse;
import io.narrows.node.etcd.MemberListRequest;
import io.narrows.node.etcd.MemberListResponse;
import io.narrows.node.etcd.MemberPromoteRequest;
import io.narrows.node.etcd.MemberPromoteResponse;
import io.narrows.node.etcd.MemberRemoveRequest;
import io.narrows.node.etcd.MemberRemoveResponse;
import io.narrows.node.etcd.MemberUpdateRequest;
import io.narrows.node.etcd.MemberUpdateResponse;
import io.narrows.node.state.MemberIds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ClusterServiceTest {
    private static final MemberRecord ONE = MemberRecord.newBuilder()
            .setId(5)
            .setPeerAddress("one:2380")
            .setName("one")
            .addClientUrls("http://one:2379")
            .build();

    @TempDir
    private Path directory;

    private ServedNode node;

    /** Starts a node with a started member. */
    @BeforeEach
    void serve() throws Exception {
        node = new ServedNode(directory);
        propose(Command.newBuilder().setAdd(ONE.toBuilder().clearName().clearClientUrls()));
        propose(Command.newBuilder().setPublish(ONE));
    }

    @AfterEach
    void close() throws IOException {
        node.close();
    }

    private MemberAddResponse add(String... urls) {
        return node.members()
                .memberAdd(MemberAddRequest.newBuilder()
                        .addAllPeerURLs(List.of(urls))
                        .build());
    }

    private void propose(Command.Builder command) throws Exception {
        node.replica().propose(command.build()).get(20, TimeUnit.SECONDS);
    }

    private MemberListResponse list(boolean linearizable) {
        return node.members()
                .memberList(MemberListRequest.newBuilder()
                        .setLinearizable(linearizable)
                        .build());
    }

    @Test
    void memberThatPublishedItself_isListed() {
        Member member = list(false).getMembers(0);

        assertThat(member.getID()).isEqualTo(5);
        assertThat(member.getName()).isEqualTo("one");
        assertThat(member.getPeerURLsList()).containsExactly("http://one:2380");
        assertThat(member.getClientURLsList()).containsExactly("http://one:2379");
    }

    @Test
    void linearizableList_waitsForTheGroup() {
        list(false);
        assertThat(node.replica().barriers()).isZero();

        list(true);
        assertThat(node.replica().barriers()).isOne();
    }

    @Test
    void addedMember_hasTheIdOfItsAddress() {
        MemberAddResponse response = add("http://two:2380");

        long id = MemberIds.ofMember(ServedNode.CLUSTER, "two:2380");
        assertThat(response.getMember().getID()).isEqualTo(id);
        assertThat(response.getMember().getPeerURLsList()).containsExactly("http://two:2380");
        assertThat(response.getMembersList()).hasSize(2).contains(response.getMember());
        assertThat(response.getHeader().getRevision()).isZero();
    }

    @Test
    void memberThatIsThere_isNotAddedAgain() {
        assertRefused(() -> add("https://one:2380"), EtcdError.PEER_URL_EXISTS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "two:2380",
                "ftp://two:2380",
                "http://two",
                "http://two:0",
                "http://two:70000",
                "http://two:2380/path",
                "http://two:2380?a",
                "http://user@two:2380",
                "http://:2380",
                "http://two words:2380",
                ""
            })
    void peerUrlThatIsNone_isRefused(String url) {
        assertRefused(() -> add(url), EtcdError.BAD_PEER_URL);
    }

    @Test
    void member_hasOnePeerUrl() {
        assertRefused(this::add, EtcdError.BAD_PEER_URL);
        assertRefused(() -> add("http://two:2380", "http://three:2380"), EtcdError.BAD_PEER_URL);
    }

    @Test
    void removedMember_isGone() {
        long id = add("http://two:2380").getMember().getID();
        MemberRemoveRequest remove = MemberRemoveRequest.newBuilder().setID(id).build();

        assertThat(node.members().memberRemove(remove).getMembersList())
                .extracting(Member::getID)
                .containsExactly(5L);
        assertRefused(() -> node.members().memberRemove(remove), EtcdError.MEMBER_NOT_FOUND);
    }

    @Test
    void onlyMember_isNotRemoved() {
        assertRefused(() -> remove(5), EtcdError.MEMBER_NOT_ENOUGH_STARTED);
    }

    @Test
    void memberThatIsNotHeard_standsAgainstChanges() throws Exception {
        propose(Command.newBuilder().setAdd(MemberRecord.newBuilder().setId(6).setPeerAddress("two:2380")));
        propose(Command.newBuilder()
                .setPublish(MemberRecord.newBuilder()
                        .setId(6)
                        .setPeerAddress("two:2380")
                        .setName("two")));
        node.replica().hears(Set.of("one:2380"));

        assertRefused(() -> add("http://three:2380"), EtcdError.UNHEALTHY);
        assertRefused(() -> remove(5), EtcdError.UNHEALTHY);
        assertThat(remove(6).getMembersList()).extracting(Member::getID).containsExactly(5L);
        assertThat(node.replica().proposed()).hasSize(5);
    }

    private MemberRemoveResponse remove(long id) {
        return node.members()
                .memberRemove(MemberRemoveRequest.newBuilder().setID(id).build());
    }

    private MemberAddResponse addLearner(String url) {
        return node.members()
                .memberAdd(MemberAddRequest.newBuilder()
                        .addPeerURLs(url)
                        .setIsLearner(true)
                        .build());
    }

    private MemberPromoteResponse promote(long id) {
        return node.members()
                .memberPromote(MemberPromoteRequest.newBuilder().setID(id).build());
    }

    @Test
    void learner_isListedAsOne_untilItIsPromoted() throws Exception {
        node.agree();
        node.replica().othersApplied(42);

        MemberAddResponse added = addLearner("http://two:2380");
        MemberPromoteResponse promoted = promote(added.getMember().getID());

        assertThat(added.getMember().getIsLearner()).isTrue();
        assertThat(added.getMembersList()).extracting(Member::getIsLearner).containsExactlyInAnyOrder(true, false);
        assertThat(promoted.getMembersList()).extracting(Member::getIsLearner).containsExactly(false, false);
        assertThat(promoted.getHeader().getRevision()).isZero();
        assertRefused(() -> promote(added.getMember().getID()), EtcdError.MEMBER_NOT_LEARNER);
    }

    @Test
    void secondLearner_isRefused() throws Exception {
        node.agree();
        addLearner("http://two:2380");

        assertRefused(() -> addLearner("http://three:2380"), EtcdError.TOO_MANY_LEARNERS);
    }

    /** 42 entries are committed. */
    @Test
    void learnerThatIsBehind_isNotPromoted() throws Exception {
        node.agree();
        long id = addLearner("http://two:2380").getMember().getID();

        assertRefused(() -> promote(id), EtcdError.LEARNER_NOT_READY);
        node.replica().othersApplied(37);
        assertRefused(() -> promote(id), EtcdError.LEARNER_NOT_READY);
        node.replica().othersApplied(38);
        assertThat(promote(id).getMembersCount()).isEqualTo(2);
    }

    @Test
    void promotion_needsALearner() throws Exception {
        node.agree();

        assertRefused(() -> promote(5), EtcdError.MEMBER_NOT_LEARNER);
        assertRefused(() -> promote(6), EtcdError.MEMBER_NOT_FOUND);
    }

    @Test
    void learners_areRefusedWhileAMemberDoesNotKnowThem() {
        assertRefused(() -> addLearner("http://two:2380"), EtcdError.NOT_CAPABLE);
        assertRefused(() -> promote(5), EtcdError.NOT_CAPABLE);
    }

    private MemberUpdateResponse update(long id, String url) {
        return node.members()
                .memberUpdate(MemberUpdateRequest.newBuilder()
                        .setID(id)
                        .addPeerURLs(url)
                        .build());
    }

    @Test
    void update_takesTheUrlThatTheMemberHas() throws Exception {
        propose(Command.newBuilder().setAdd(MemberRecord.newBuilder().setId(6).setPeerAddress("two:2380")));

        assertThat(update(5, "http://one:2380").getMembersList())
                .extracting(Member::getID)
                .containsExactly(5L, 6L);
        assertRefused(() -> update(5, "http://two:2380"), EtcdError.PEER_URL_EXISTS);
        assertRefused(() -> update(7, "http://one:2380"), EtcdError.MEMBER_NOT_FOUND);
        assertRefused(() -> update(5, "one"), EtcdError.BAD_PEER_URL);
        assertRefused(
                () -> update(5, "http://three:2380"),
                Status.Code.UNIMPLEMENTED,
                "etcdserverpb.Cluster/MemberUpdate: a member's Raft address cannot change");
    }
}
