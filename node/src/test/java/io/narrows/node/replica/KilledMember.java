package io.narrows.node.replica;

import com.google.protobuf.ByteString;
import io.narrows.node.command.Command;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.state.ChangeListener;
import io.narrows.storage.db.FamilyOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * A process with a group of one that puts until it is killed: number {@code n} as the value of key {@code n} modulo {@link
 * #KEYS}. For each acknowledged put it prints the number, with a single write to a pipe.
 */
final class KilledMember {
    static final int KEYS = 50;

    private static final Duration ELECTION_TIMEOUT = Duration.ofMillis(200);
    private static final long SNAPSHOT_EVERY = 100;

    /** Full after some dozens of puts. */
    private static final KeyspaceOptions OPTIONS =
            KeyspaceOptions.defaults().withFamily(FamilyOptions.DEFAULT.withWriteBufferSize(64 << 10));

    private static final String VALUE_END = " ".repeat(500);

    private KilledMember() {}

    /** @param arguments the member's directory, its peer address, the number of the first put */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        FileOutputStream acknowledgments = new FileOutputStream(FileDescriptor.out);
        RaftMember member = start(Path.of(arguments[0]), arguments[1], open(Path.of(arguments[0])));
        for (long number = Long.parseLong(arguments[2]); ; number++) {
            put(member, number);
            acknowledgments.write((number + "\n").getBytes());
        }
    }

    static Keyspace open(Path directory) throws IOException {
        return Keyspace.open(directory.resolve("db"), OPTIONS);
    }

    static RaftMember start(Path directory, String address, Keyspace keyspace) throws IOException {
        InetSocketAddress bind =
                new InetSocketAddress("127.0.0.1", Integer.parseInt(address.substring(address.indexOf(':') + 1)));
        RaftSettings settings = new RaftSettings(
                "kills", address, bind, List.of(address), false, directory, ELECTION_TIMEOUT, SNAPSHOT_EVERY);
        return RaftMember.start(settings, keyspace, new ChangeListener() {}, nanos -> {});
    }

    private static void put(RaftMember member, long number) throws InterruptedException {
        PutRequest put = PutRequest.newBuilder()
                .setKey(key(number))
                .setValue(value(number))
                .build();
        while (true) {
            try {
                member.replica()
                        .propose(Command.newBuilder().setPut(put).build())
                        .get();
                return;
            } catch (ExecutionException e) {
                Thread.sleep(10); // it does not lead yet
            }
        }
    }

    static ByteString key(long number) {
        return ByteString.copyFromUtf8("key" + number % KEYS);
    }

    static ByteString value(long number) {
        return ByteString.copyFromUtf8(number + VALUE_END);
    }
}
