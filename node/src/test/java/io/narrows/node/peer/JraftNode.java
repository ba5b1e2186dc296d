package io.narrows.node.peer;

import com.alipay.sofa.jraft.Iterator;
import com.alipay.sofa.jraft.JRaftUtils;
import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.NodeManager;
import com.alipay.sofa.jraft.RaftServiceFactory;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.core.DefaultJRaftServiceFactory;
import com.alipay.sofa.jraft.core.StateMachineAdapter;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.Task;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.rpc.RaftRpcServerFactory;
import com.alipay.sofa.jraft.storage.LogStorage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A JRaft node over a member's transport; its state is the list of entries. */
final class JraftNode {
    final List<String> applied = new CopyOnWriteArrayList<>();
    private final TestMember member;
    private final PeerId self;
    private final ExecutorService requests = Executors.newCachedThreadPool();
    private final Node node;

    JraftNode(TestMember member, Path directory, List<String> group) {
        this.member = member;
        self = PeerId.parsePeer(member.address());
        PeerOptions options = new PeerOptions(member.connections);
        options.setElectionTimeoutMs(500);
        options.setFsm(new Entries());
        options.setLogUri(directory.resolve("log").toString());
        options.setRaftMetaUri(directory.resolve("meta").toString());
        options.setServiceFactory(new Storages());
        options.setDisableCli(true);
        options.setInitialConf(JRaftUtils.getConfiguration(String.join(",", group)));
        RaftRpcServerFactory.addRaftRequestProcessors(member.server, requests, requests);
        NodeManager.getInstance().addAddress(self.getEndpoint());
        node = RaftServiceFactory.createRaftNode("group", self);
        if (!node.init(options)) {
            throw new IllegalStateException("JRaft does not start");
        }
    }

    boolean leads() {
        return node.isLeader(false);
    }

    /** Proposes an entry, and returns whether it was applied, which it may also be if this returns false. */
    boolean applies(String entry) {
        CompletableFuture<Status> done = new CompletableFuture<>();
        node.apply(new Task(ByteBuffer.wrap(entry.getBytes(StandardCharsets.UTF_8)), done::complete));
        return done.join().isOk();
    }

    void close() throws InterruptedException {
        node.shutdown();
        node.join();
        NodeManager.getInstance().removeAddress(self.getEndpoint());
        member.close();
        requests.shutdown();
    }

    private static final class Storages extends DefaultJRaftServiceFactory {
        @Override
        public LogStorage createLogStorage(String uri, RaftOptions ignored) {
            return new MemoryLog();
        }
    }

    private final class Entries extends StateMachineAdapter {
        @Override
        public void onApply(Iterator entries) {
            while (entries.hasNext()) {
                // The log keeps this same buffer.
                applied.add(StandardCharsets.UTF_8
                        .decode(entries.getData().duplicate())
                        .toString());
                if (entries.done() != null) {
                    entries.done().run(Status.OK());
                }
                entries.next();
            }
        }
    }
}
