package io.narrows.proxy;

import static io.narrows.proxy.support.Admin.scrape;
import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.halfCompressible;
import static io.narrows.proxy.support.Applications.shutOutput;
import static io.narrows.proxy.support.Applications.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import java.io.ByteArrayOutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Links with a slow codec, whose frames are coded off the event loops at both ends. */
@Timeout(60)
final class DenseLinksTest {
    private static final String DENSE = "- {codec: dense, level: 2}";

    @TempDir
    private Path folder;

    @Test
    void bytesComeInTheirOrder_withTheEndBehindThem() throws Exception {
        byte[] sent = halfCompressible(1 << 20, 5);
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), DENSE).start();
                Socket socket = connect(pair.listenerPort())) {
            CompletableFuture<Void> writing = write(socket, sent).thenRun(() -> shutOutput(socket));

            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(sent);
            writing.join();
        }
    }

    @Test
    void loadAboveItsSpeed_isCarriedByTheOverloadCodecToo() throws Exception {
        byte[] sent = records(6 << 20);
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), DENSE).start();
                Socket socket = connect(pair.listenerPort())) {
            CompletableFuture<Void> writing = write(socket, sent).thenRun(() -> shutOutput(socket));
            byte[] received = target.take().getInputStream().readAllBytes();

            assertThat(received).isEqualTo(sent);
            writing.join();
            assertThat(scrape(pair, "a")).contains("codec=\"dense\"", "codec=\"zstd\"");
        }
    }

    private static byte[] records(int length) {
        Random random = new Random(4);
        ByteArrayOutputStream records = new ByteArrayOutputStream(length + 100);
        while (records.size() < length) {
            records.writeBytes(("UPDATE accounts SET balance = " + random.nextInt(100_000) + " WHERE id = "
                            + random.nextInt(1000) + ";\n")
                    .getBytes(StandardCharsets.UTF_8));
        }
        return records.toByteArray();
    }
}
