package io.narrows.node.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alipay.sofa.jraft.conf.ConfigurationEntry;
import com.alipay.sofa.jraft.entity.PeerId;
import io.narrows.node.file.Directories;
import io.narrows.node.vote.Vote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RatisConversionTest {
    private static final String CLUSTER = "test";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "plain.zip, 24111",
        "plain.zip, 24112",
        "plain.zip, 24113",
        "snapshots.zip, 24121",
        "snapshots.zip, 24122",
        "snapshots.zip, 24123",
        "snapshots.zip, 24124"
    })
    void log_hasTheEntriesOfRatis(String archive, int port) throws IOException {
        Path member = Recorded.member(archive, port, directory);

        RatisConversion.convertIfNeeded(member, CLUSTER);

        List<String> expected = Recorded.entries(archive, port);
        Converted converted = Converted.read(member);
        boolean isWhole = expected.get(0).startsWith("0 ");
        assertThat(converted.entries()).isEqualTo(isWhole ? expected.subList(1, expected.size()) : expected);
        assertThat(converted.firstIndex()).isEqualTo(isWhole ? 1 : 200);
    }

    @ParameterizedTest
    @ValueSource(ints = {24111, 24112, 24113})
    void memberWithoutSnapshot_keepsTheFirstConfigurationAndTheVote(int port) throws IOException {
        Path member = Recorded.member("plain.zip", port, directory);
        Vote vote = RatisDirectory.of(member, CLUSTER).orElseThrow().vote();

        RatisConversion.convertIfNeeded(member, CLUSTER);

        Converted converted = Converted.read(member);
        assertThat(converted.snapshot()).isNull();
        assertThat(peers(converted.configurations().getLastConfiguration()))
                .containsExactlyInAnyOrder("127.0.0.1:24111", "127.0.0.1:24112", "127.0.0.1:24113");
        assertThat(converted.term()).isEqualTo(vote.term()).isPositive();
        assertThat(converted.votedFor()).isEqualTo(vote.votedFor());
    }

    @Test
    void snapshotBeforeTheChangeOfMembers_hasTheConfigurationOfThatTime() throws IOException {
        Path member = Recorded.member("snapshots.zip", 24122, directory);

        RatisConversion.convertIfNeeded(member, CLUSTER);

        Converted converted = Converted.read(member);
        assertThat(converted.snapshot().getLastIncludedIndex()).isEqualTo(249);
        assertThat(converted.snapshot().getLastIncludedTerm()).isEqualTo(2);
        assertThat(converted.snapshot().getPeersList())
                .containsExactlyInAnyOrder("127.0.0.1:24121", "127.0.0.1:24122", "127.0.0.1:24123");
        assertThat(converted.snapshot().getOldPeersList()).isEmpty();
        assertThat(converted.snapshotFiles()).containsExactly("db/000002.log", "db/CURRENT", "db/MANIFEST-000005");
        ConfigurationEntry joint = converted.configurations().get(255);
        assertThat(joint.getConf().getPeers()).hasSize(4);
        assertThat(joint.getOldConf().getPeers()).hasSize(3);
    }

    @Test
    void snapshotFiles_areThoseOfTheOldOneWithoutDigests() throws IOException {
        Path member = Recorded.member("snapshots.zip", 24124, directory);
        deleteSnapshot(member, "2_267");
        byte[] received = Files.readAllBytes(member.resolve("snapshots/2_199/000002.log"));

        RatisConversion.convertIfNeeded(member, CLUSTER);

        Path made = member.resolve("replica/snapshots/snapshot_199/db");
        assertThat(Files.readAllBytes(made.resolve("000002.log"))).isEqualTo(received);
        assertThat(Converted.read(member).snapshotFiles())
                .containsExactly("db/000002.log", "db/CURRENT", "db/MANIFEST-000005");
    }

    @Test
    void receivedSnapshot_whoseConfigurationIsForgotten_takesTheOneBeforeTheNextChange() throws IOException {
        Path member = Recorded.member("snapshots.zip", 24124, directory);
        deleteSnapshot(member, "2_267");

        RatisConversion.convertIfNeeded(member, CLUSTER);

        assertThat(Converted.read(member).snapshot().getPeersList())
                .containsExactlyInAnyOrder("127.0.0.1:24121", "127.0.0.1:24122", "127.0.0.1:24123");
    }

    @Test
    void snapshotAheadOfTheLog_isFollowedByAnEmptyLog() throws IOException {
        Path member = Recorded.member("snapshots.zip", 24121, directory);
        Files.move(member.resolve("snapshots/2_249"), member.resolve("snapshots/3_900"));

        RatisConversion.convertIfNeeded(member, CLUSTER);

        Converted converted = Converted.read(member);
        assertThat(converted.firstIndex()).isEqualTo(901);
        assertThat(converted.lastIndex()).isEqualTo(900);
        assertThat(converted.snapshot().getLastIncludedIndex()).isEqualTo(900);
        assertThat(converted.snapshot().getPeersList()).hasSize(4);
    }

    @Test
    void snapshotWithoutLog_isFollowedByAnEmptyLog() throws IOException {
        Path member = Recorded.member("snapshots.zip", 24121, directory);
        Files.delete(current(member).resolve("log_0-268"));
        Files.delete(current(member).resolve("log_inprogress_269"));

        RatisConversion.convertIfNeeded(member, CLUSTER);

        Converted converted = Converted.read(member);
        assertThat(converted.firstIndex()).isEqualTo(250);
        assertThat(converted.entries()).isEmpty();
        assertThat(converted.term()).isEqualTo(3);
    }

    @Test
    void memberThatHadNotBegun_hasNothingToConvert() throws IOException {
        Files.createDirectories(directory.resolve("raft"));

        RatisConversion.convertIfNeeded(directory, CLUSTER);

        assertThat(directory.resolve("replica")).doesNotExist();
        assertThat(directory.resolve("raft")).doesNotExist();
    }

    @Test
    void newMember_isLeftAlone() throws IOException {
        RatisConversion.convertIfNeeded(directory, CLUSTER);
        RatisConversion.forget(directory);

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void oldFiles_areSetAsideAndForgottenLater() throws IOException {
        Path member = Recorded.member("snapshots.zip", 24121, directory);

        RatisConversion.convertIfNeeded(member, CLUSTER);
        RatisConversion.convertIfNeeded(member, CLUSTER);

        assertThat(names(member)).containsExactly("db", "raft.before", "replica", "snapshots.before");
        RatisConversion.forget(member);
        assertThat(names(member)).containsExactly("db", "replica");
        assertThat(Converted.read(member).snapshotFiles()).hasSize(3);
    }

    @Test
    void olderVersionThatRanAfterwards_isNoticed() throws IOException {
        Path member = Recorded.member("plain.zip", 24111, directory);
        RatisConversion.convertIfNeeded(member, CLUSTER);
        Files.createDirectories(member.resolve("raft"));

        assertThatThrownBy(() -> RatisConversion.convertIfNeeded(member, CLUSTER))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("an older version ran after the conversion");
    }

    @Test
    void snapshotWithoutRatisLog_isRefused() throws IOException {
        Files.createDirectories(directory.resolve("snapshots/1_1"));

        assertThatThrownBy(() -> RatisConversion.convertIfNeeded(directory, CLUSTER))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("restore the snapshot again with this version");
    }

    @Test
    void closedSegmentThatIsTooShort_isRefused() throws IOException {
        Path member = Recorded.member("snapshots.zip", 24121, directory);
        Path segment = current(member).resolve("log_0-268");
        byte[] whole = Files.readAllBytes(segment);
        Files.write(segment, Arrays.copyOf(whole, whole.length - 3));

        assertThatThrownBy(() -> RatisConversion.convertIfNeeded(member, CLUSTER))
                .isInstanceOf(UnconvertibleException.class)
                .hasMessageContaining("log_0-268: entry 268 at offset ");
        assertThat(names(member)).contains("raft").doesNotContain("replica", "replica.converting");
    }

    @Test
    void anotherClustersName_isRefused() throws IOException {
        Path member = Recorded.member("plain.zip", 24111, directory);

        assertThatThrownBy(() -> RatisConversion.convertIfNeeded(member, "other"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("of cluster other; start this member with its original cluster name");
        assertThat(names(member)).contains("raft").doesNotContain("replica");
    }

    @Test
    void unfinishedLastEntry_isCutOff() throws IOException {
        Path member = Recorded.member("plain.zip", 24111, directory);
        Path segment = current(member).resolve("log_inprogress_0");
        byte[] whole = Files.readAllBytes(segment);
        int last = Recorded.entries("plain.zip", 24111).size() - 1;
        Files.write(segment, Arrays.copyOf(Arrays.copyOf(whole, whole.length - 3), whole.length + 5000));

        RatisConversion.convertIfNeeded(member, CLUSTER);

        assertThat(Converted.read(member).lastIndex()).isEqualTo(last - 1);
    }

    @Test
    void damagedEntry_isRefusedByFileAndOffset() throws IOException {
        Path member = Recorded.member("plain.zip", 24111, directory);
        Path segment = current(member).resolve("log_inprogress_0");
        byte[] damaged = Files.readAllBytes(segment);
        damaged[20] ^= 1;
        Files.write(segment, damaged);

        assertThatThrownBy(() -> RatisConversion.convertIfNeeded(member, CLUSTER))
                .isInstanceOf(UnconvertibleException.class)
                .hasMessageContaining(segment + ": entry 0 at offset 8 is damaged, but entry 1 is intact at offset ")
                .hasMessageContaining("nothing was changed");
        assertThat(names(member)).containsExactly("db", "raft", "snapshots");
    }

    @Test
    void missingSegment_isRefused() throws IOException {
        Path member = Recorded.member("snapshots.zip", 24121, directory);
        Path current = current(member);
        Files.move(current.resolve("log_inprogress_269"), current.resolve("log_inprogress_280"));

        assertThatThrownBy(() -> RatisConversion.convertIfNeeded(member, CLUSTER))
                .isInstanceOf(UnconvertibleException.class)
                .hasMessageContaining("log_inprogress_280: begins with entry 280 (expected: 269)");
    }

    @Test
    void logWithoutItsBeginning_andWithoutSnapshot_isRefused() throws IOException {
        Path member = Recorded.member("snapshots.zip", 24121, directory);
        Files.delete(current(member).resolve("log_0-268"));
        deleteSnapshot(member, "2_199");
        deleteSnapshot(member, "2_249");

        assertThatThrownBy(() -> RatisConversion.convertIfNeeded(member, CLUSTER))
                .isInstanceOf(UnconvertibleException.class)
                .hasMessageContaining("begins with entry 269, but no snapshot covers the entries before it");
    }

    private static Path current(Path member) throws IOException {
        return RatisDirectory.of(member, CLUSTER).orElseThrow().current();
    }

    private static void deleteSnapshot(Path member, String name) throws IOException {
        Directories.delete(member.resolve("snapshots").resolve(name));
    }

    private static List<String> peers(ConfigurationEntry entry) {
        return entry.getConf().getPeers().stream().map(PeerId::toString).toList();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
