package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.NodeManager;
import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.entity.PeerId;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.state.ChangeListener;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
final class StuckMemberTest {
    private static final String CLUSTER = "stuck";
    private static final Duration ELECTION_TIMEOUT = Duration.ofMillis(300);
    private static final long NO_SNAPSHOTS = 1_000_000;

    @TempDir
    private Path directory;

    /**
     * SOFAJRaft leaves its lock held if reading the log fails while a leader holds it, and refuses a second node of one
     * address in a process.
     */
    @Test
    void memberWhoseLockIsHeldForever_keepsNoOtherFromStarting() throws IOException, ReflectiveOperationException {
        String address = TestGroup.freeAddress();
        try (Keyspace first = keyspace("first");
                Keyspace second = keyspace("second")) {
            RaftMember member = start(address, "first", first);
            Node node = NodeManager.getInstance().get(GroupNames.of(CLUSTER), PeerId.parsePeer(address));
            Lock lock = lock(node);
            lock.lock();
            try {
                member.close();

                RaftMember other = start(address, "second", second);
                assertThat(other.failure()).isNotDone();
                other.close();
            } finally {
                lock.unlock();
            }
        }
    }

    private static Lock lock(Node node) throws ReflectiveOperationException {
        Field field = NodeImpl.class.getDeclaredField("writeLock");
        field.setAccessible(true);
        return (Lock) field.get(node);
    }

    private Keyspace keyspace(String name) throws IOException {
        return Keyspace.open(directory.resolve(name).resolve("db"), KeyspaceOptions.defaults());
    }

    private RaftMember start(String address, String name, Keyspace keyspace) throws IOException {
        int colon = address.indexOf(':');
        InetSocketAddress bind =
                new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        RaftSettings settings = new RaftSettings(
                CLUSTER,
                address,
                bind,
                List.of(address),
                false,
                directory.resolve(name),
                ELECTION_TIMEOUT,
                NO_SNAPSHOTS);
        return RaftMember.start(settings, keyspace, new ChangeListener() {}, nanos -> {});
    }
}
