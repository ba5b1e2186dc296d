package io.narrows.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.tests.support.Certificates;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsChannelTest {
    private static final int BYTES = 1_000_000;

    @TempDir
    private static Path directory;

    private static DatabaseTls tls;

    @BeforeAll
    static void create() throws IOException {
        tls = new DatabaseTls(new Certificates(directory).loopback());
    }

    @Test
    void both_ends_receiveWhatTheOtherOneWrites_atTheSameTime() throws IOException {
        byte[] content = new byte[BYTES];
        new Random(1).nextBytes(content);
        try (SocketPair sockets = SocketPair.open()) {
            CompletableFuture<TlsChannel> dialed = async(() -> tls.client(sockets.client()));
            TlsChannel server = tls.server(sockets.server());
            TlsChannel client = dialed.join();

            CompletableFuture<Void> forward = async(() -> write(client, content));
            CompletableFuture<Void> back = async(() -> write(server, content));
            CompletableFuture<byte[]> clientReads = async(() -> read(client));
            byte[] serverHas = read(server);

            assertThat(serverHas).isEqualTo(content);
            assertThat(clientReads.join()).isEqualTo(content);
            forward.join();
            back.join();
        }
    }

    @Test
    void read_returnsNoMoreThanTheBufferTakes() throws IOException {
        try (SocketPair sockets = SocketPair.open()) {
            CompletableFuture<TlsChannel> dialed = async(() -> tls.client(sockets.client()));
            TlsChannel server = tls.server(sockets.server());
            write(dialed.join(), new byte[] {1, 2, 3, 4, 5});

            ByteBuffer three = ByteBuffer.allocate(3);
            ByteBuffer ten = ByteBuffer.allocate(10);

            assertThat(server.read(three)).isEqualTo(3);
            assertThat(server.read(ten)).isEqualTo(2);
            assertThat(ten.array()).startsWith(4, 5);
        }
    }

    @Test
    void handshake_withAPeerThatEnds_fails() throws IOException {
        try (SocketPair sockets = SocketPair.open()) {
            sockets.client().close();

            assertThatThrownBy(() -> tls.server(sockets.server()))
                    .hasMessage("the connection ended during the handshake");
        }
    }

    private static Void write(TlsChannel to, byte[] content) throws IOException {
        Messages.writeAll(to, ByteBuffer.wrap(content));
        return null;
    }

    private static byte[] read(TlsChannel from) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(BYTES);
        Messages.readAll(from, all);
        return all.array();
    }

    private interface Task<T> {
        T run() throws IOException;
    }

    /** Runs the task on its own thread, as it blocks. */
    private static <T> CompletableFuture<T> async(Task<T> task) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return task.run();
                    } catch (IOException e) {
                        throw new CompletionException(e);
                    }
                },
                command -> new Thread(command, "end").start());
    }
}
