package io.narrows.proxy.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.config.TlsFiles;
import io.narrows.testkit.SelfSigned;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandler;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The division of frames into TLS records: each record costs 22 bytes. */
final class TlsRecordsTest {
    private static final int RECORD_BYTES = 22;
    private static final int HEADER_BYTES = 5;

    @TempDir
    private Path folder;

    private EmbeddedChannel sender;
    private EmbeddedChannel receiver;

    @BeforeEach
    void shakeHands() throws Exception {
        SelfSigned node = SelfSigned.of("a", 1, folder);
        TlsFiles files = new TlsFiles(node.cert(), node.key(), node.cert());
        TlsContexts contexts = new TlsContexts(TlsContexts.load(Optional.of(files), new PeerId("a"), Instant.now()));
        SslHandler client = contexts.client(PooledByteBufAllocator.DEFAULT).orElseThrow();
        SslHandler server = contexts.server(PooledByteBufAllocator.DEFAULT).orElseThrow();
        receiver = new EmbeddedChannel(server);
        sender = new EmbeddedChannel(client);
        while (!client.handshakeFuture().isDone() || !server.handshakeFuture().isDone()) {
            exchange();
        }
        exchange();
        assertThat(client.handshakeFuture().isSuccess()).isTrue();
    }

    @AfterEach
    void close() {
        sender.finishAndReleaseAll();
        receiver.finishAndReleaseAll();
    }

    @Test
    void framesOfOneFlush_shareARecord() {
        for (int i = 0; i < 50; i++) {
            sender.write(frame(20 + i));
        }
        sender.flush();

        assertThat(recordsOf(sender)).isEqualTo(1);
    }

    @Test
    void headerBeforeASeparatePayload_sharesItsRecord() {
        sender.write(frame(4));
        sender.write(frame(10_000));
        sender.write(frame(21));
        sender.flush();

        assertThat(recordsOf(sender)).isEqualTo(1);
    }

    @Test
    void recordCostsTwentyTwoBytes() {
        sender.writeOutbound(frame(21));

        ByteBuf record = sender.readOutbound();
        assertThat(record.readableBytes()).isEqualTo(21 + RECORD_BYTES);
        record.release();
    }

    private static ByteBuf frame(int length) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(length).writeZero(length);
    }

    private void exchange() {
        sender.runPendingTasks();
        receiver.runPendingTasks();
        pass(sender, receiver);
        pass(receiver, sender);
    }

    private static void pass(EmbeddedChannel from, EmbeddedChannel to) {
        for (Object bytes = from.readOutbound(); bytes != null; bytes = from.readOutbound()) {
            to.writeInbound(bytes);
        }
    }

    private static int recordsOf(EmbeddedChannel channel) {
        CompositeByteBuf wire = PooledByteBufAllocator.DEFAULT.compositeBuffer();
        for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
            wire.addComponent(true, bytes);
        }
        int records = 0;
        while (wire.isReadable()) {
            int length = wire.getUnsignedShort(wire.readerIndex() + HEADER_BYTES - 2);
            wire.skipBytes(HEADER_BYTES + length);
            records++;
        }
        wire.release();
        return records;
    }
}
