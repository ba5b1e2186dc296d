package io.narrows.proxy.classify;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.CharsetUtil;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class GrpcMessagesTest {
    private static final int LARGE = 40_000;

    private final GrpcMessages messages = new GrpcMessages(Side.CONNECTING);
    private final Http2Bytes client = Http2Bytes.client();

    @Test
    void compressedMessages_areFoundAfterASpan() {
        messages.watch(client.message(1, true, LARGE).take());
        assertThat(messages.compressed()).isFalse();

        messages.watch(client.message(1, true, LARGE).take());
        assertThat(messages.compressed()).isTrue();
    }

    @Test
    void plainMessages_areNotFound() {
        messages.watch(client.message(1, false, 10 * LARGE).take());

        assertThat(messages.compressed()).isFalse();
    }

    @Test
    void plainMessagesAfterwards_endIt_andCompressedOnesBringItBack() {
        messages.watch(client.message(1, true, 2 * LARGE).take());
        assertThat(messages.compressed()).isTrue();

        messages.watch(client.message(1, false, 2 * LARGE).take());
        assertThat(messages.compressed()).isFalse();

        messages.watch(client.message(1, true, 2 * LARGE).take());
        assertThat(messages.compressed()).isTrue();
    }

    @Test
    void answers_beginWithoutPreface() {
        GrpcMessages answers = new GrpcMessages(Side.ANSWERING);

        answers.watch(Http2Bytes.server().message(1, true, 2 * LARGE).take());

        assertThat(answers.compressed()).isTrue();
    }

    @Test
    void smallMessages_leaveEnoughToCompressInHeaders() {
        for (int i = 0; i < 3000; i++) {
            client.message(1, true, 60).frame(Http2Bytes.PING, 0, 0, new byte[8]);
        }

        messages.watch(client.take());

        assertThat(messages.compressed()).isFalse();
    }

    @Test
    void framesCutAnywhere_areReadAlike() {
        long seed = Seed.of(GrpcMessagesTest.class);
        Random random = new Random(seed);
        for (int i = 0; i < 40; i++) {
            client.message(1, true, 1 + random.nextInt(5000)).padded(3, true, 900, random.nextInt(256));
            client.frame(Http2Bytes.HEADERS, 0, 5, new byte[random.nextInt(50)]);
        }
        ByteBuf all = client.take();

        while (all.isReadable()) {
            messages.watch(all.readSlice(Math.min(all.readableBytes(), 1 + random.nextInt(20))));
        }

        assertThat(messages.compressed()).isTrue();
        assertThat(messages.cutMessages()).isZero();
    }

    @Test
    void callsThatTakeTurnsInsideTheirMessages_areKeptApart() {
        byte[] compressed = Http2Bytes.prefixed(true, 80_000);
        byte[] plain = Http2Bytes.prefixed(false, 8_000);
        for (int part = 0; part < 10; part++) {
            int length = compressed.length / 10;
            client.frame(Http2Bytes.DATA, 0, 1, Arrays.copyOfRange(compressed, part * length, (part + 1) * length));
            int less = plain.length / 10;
            client.frame(Http2Bytes.DATA, 0, 3, Arrays.copyOfRange(plain, part * less, (part + 1) * less));
        }

        messages.watch(client.take());

        assertThat(messages.compressed()).isTrue();
    }

    @Test
    void padding_isNotContent() {
        for (int i = 0; i < 1000; i++) {
            client.padded(1, true, 100, 255);
        }

        messages.watch(client.take());

        assertThat(messages.compressed()).isFalse();
    }

    @Test
    void callsThatEndInsideAMessage_areForgotten() {
        for (int i = 0; i < 100; i++) {
            byte[] half = Arrays.copyOf(Http2Bytes.prefixed(true, 1000), 500);
            client.frame(Http2Bytes.DATA, 0, 2 * i + 1, half);
        }
        messages.watch(client.take());
        assertThat(messages.cutMessages()).isEqualTo(99);

        for (int i = 0; i < 50; i++) {
            client.frame(Http2Bytes.RST_STREAM, 0, 4 * i + 1, new byte[4]);
            client.frame(Http2Bytes.DATA, Http2Bytes.END_STREAM, 4 * i + 3, new byte[0]);
        }
        messages.watch(client.take());

        assertThat(messages.cutMessages()).isZero();
    }

    @Test
    void moreCutMessagesThanAreKept_areLeftAlone() {
        int calls = 3 * GrpcMessages.MAX_CUT;
        for (int i = 0; i < calls; i++) {
            client.frame(Http2Bytes.DATA, 0, 2 * i + 1, Arrays.copyOf(Http2Bytes.prefixed(true, 1000), 500));
        }

        messages.watch(client.take());
        assertThat(messages.cutMessages()).isEqualTo(GrpcMessages.MAX_CUT);

        // The rest of a forgotten message begins as a compressed message would.
        for (int i = 0; i < 200; i++) {
            client.frame(Http2Bytes.DATA, 0, 1, Http2Bytes.prefixed(true, 1000));
        }
        messages.watch(client.take());
        assertThat(messages.compressed()).isFalse();
    }

    @Test
    void contentThatIsNoMessage_isNotFound() {
        byte[] json = "{\"key\":\"value\"}\n".repeat(1000).getBytes(CharsetUtil.US_ASCII);
        for (int i = 0; i < 20; i++) {
            client.frame(Http2Bytes.DATA, 0, 1, json);
        }

        messages.watch(client.take());

        assertThat(messages.compressed()).isFalse();
    }

    @Test
    void otherProtocols_areNotFound() {
        messages.watch(Unpooled.copiedBuffer("PRI * HTTP/1.1\r\n", CharsetUtil.US_ASCII));
        messages.watch(Http2Bytes.client().message(1, true, 10 * LARGE).take());

        assertThat(messages.compressed()).isFalse();
    }

    @Test
    void anyBytesBehindTheSettings_harmNothing() {
        long seed = Seed.of(GrpcMessagesTest.class);
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            GrpcMessages watching = new GrpcMessages(Side.CONNECTING);
            byte[] noise = new byte[random.nextInt(2000)];
            random.nextBytes(noise);
            ByteBuf bytes = Http2Bytes.client().take().writeBytes(noise);

            watching.watch(bytes);

            assertThat(watching.cutMessages()).isLessThanOrEqualTo(GrpcMessages.MAX_CUT);
            assertThat(bytes.readerIndex()).isZero();
        }
    }
}
