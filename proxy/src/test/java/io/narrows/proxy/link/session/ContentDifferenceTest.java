package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamEncoder;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.frame.FrameChecksum;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.frame.HeaderWriter;
import io.narrows.proxy.link.hostile.Recording;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Fin;
import io.narrows.proxy.link.proto.Opened;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.DiscardingUser;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.link.support.EmbeddedLinks;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Payloads;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Detection of content that differs from the encoded one. The tests feed the encoder one flipped bit, which is equivalent to a
 * decoder whose window has that bit flipped: every record that refers to it decodes to wrong content.
 */
final class ContentDifferenceTest {
    private static final int RECORD = 700;

    private final EventMeter events = new EventMeter();
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final LinkEnvironment environment =
            LinkEnvironments.ofA("{codec: none}", events, work::add, System::nanoTime);
    private final DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(UnpooledByteBufAllocator.DEFAULT);
    private final Application application = new Application();
    private final FrameChecksum content = new FrameChecksum();
    private final List<String> sent = new ArrayList<>();
    private long sentBytes;
    private HeaderWriter headers;

    @BeforeEach
    void connect() throws Exception {
        channel.register();
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
        assertThat(environment.contexts().usedBytes()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD", "GZIP"})
    void noWrongRecordIsDelivered_whereContentIsChecked(Codec codec) {
        open(FrameForm.CONTENT_CHECKED);

        sayWithAnotherWindow(codec, 0, 8);

        assertThat(application.received)
                .as("only the record before the difference")
                .containsExactly(sent.get(0));
        assertContentDiffered();
    }

    /** Each frame has more wire bytes than a stretch. */
    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD", "GZIP"})
    void noWrongRecordIsDelivered_whereLongFramesAreSampled(Codec codec) {
        open(FrameForm.CONTENT_SAMPLED);

        sayWithAnotherWindow(codec, FrameForm.STRETCH_BYTES, 8);

        assertThat(application.received).containsExactly(sent.get(0));
        assertContentDiffered();
    }

    @Test
    void wrongRecordsEndWithTheStretch_whereShortFramesAreSampled() {
        open(FrameForm.CONTENT_SAMPLED);

        sayWithAnotherWindow(Codec.LZ4, 0, 60);

        assertThat(application.received).hasSizeLessThan(60);
        assertThat(application.wireBytes).isLessThan(FrameForm.STRETCH_BYTES + 1_000);
        assertContentDiffered();
    }

    /** Old peers send no content checks in frames, so only FIN reveals the difference, after all records. */
    @Test
    void frameOfTheFirstForm_tellsNothingOfItsContent() {
        open(FrameForm.PAYLOAD_CHECKED);

        sayWithAnotherWindow(Codec.LZ4, 0, 8);
        assertThat(application.received).hasSize(9);

        say(FrameDescriptor.control(), fin());
        assertContentDiffered();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void damagedRawFrame_isNotAContentDifference(boolean first) {
        open(FrameForm.CONTENT_CHECKED);
        byte[] record = "record".getBytes(StandardCharsets.US_ASCII);
        if (!first) {
            content.update(record);
            say(FrameDescriptor.data(Codec.NONE, false), record);
        }
        content.update("Record".getBytes(StandardCharsets.US_ASCII));
        say(FrameDescriptor.data(Codec.NONE, false), record);

        assertThat(application.received).hasSize(first ? 0 : 1);
        assertThat(events.recentFailures().latest().get(Failure.CORRUPT_FRAME)).hasSize(1);
    }

    private void assertContentDiffered() {
        assertThat(events.recentFailures().latest().get(Failure.CONTENT_DIFFERS))
                .hasSize(1);
        assertThat(application.lost()).containsExactly(Failure.CONTENT_DIFFERS);
        assertThat(channel.isOpen()).isFalse();
    }

    private void open(FrameForm form) {
        LinkTerms terms =
                new LinkTermsBuilder().frames(form).decodes(Codec.LZ4, 0).build();
        headers = new HeaderWriter(form);
        Link link = EmbeddedLinks.greeted(environment, terms, channel);
        link.open(application, Recording.TARGET, TrafficClass.DEFAULT);
        say(
                FrameDescriptor.control(),
                Control.newBuilder()
                        .setOpened(Opened.getDefaultInstance())
                        .build()
                        .toByteArray());
    }

    /**
     * Sends a record of noise and then records that repeat it, from an encoder that was fed the noise with one bit flipped.
     *
     * @param fresh bytes of new noise after each repetition
     */
    private void sayWithAnotherWindow(Codec codec, int fresh, int repetitions) {
        Random random = new Random(5);
        byte[] noise = new byte[RECORD];
        random.nextBytes(noise);
        byte[] flipped = noise.clone();
        flipped[RECORD / 2] ^= 1;
        CodecSpec spec = CodecSpec.of(codec);
        try (StreamEncoder right = Codecs.load().streamEncoder(spec);
                StreamEncoder wrong = Codecs.load().streamEncoder(spec)) {
            Payloads.next(wrong, flipped);
            sayRecord(FrameDescriptor.data(codec, true), noise, Payloads.next(right, noise));
            for (int i = 0; i < repetitions; i++) {
                byte[] news = new byte[fresh];
                random.nextBytes(news);
                byte[] record = ByteBuffer.allocate(RECORD + fresh)
                        .put(flipped)
                        .put(news)
                        .array();
                sayRecord(FrameDescriptor.data(codec, false), record, Payloads.next(wrong, record));
            }
        }
    }

    private static String name(byte[] record) {
        return record.length + " bytes, "
                + Integer.toHexString(new FrameChecksum().update(record).value());
    }

    private void sayRecord(int head, byte[] record, byte[] payload) {
        sent.add(name(record));
        sentBytes += record.length;
        content.update(record);
        say(head, payload);
    }

    private byte[] fin() {
        var check = io.narrows.proxy.link.proto.Check.newBuilder()
                .setBytes(sentBytes)
                .setCrc32C(content.value());
        return Control.newBuilder()
                .setFin(Fin.newBuilder().setCheck(check))
                .build()
                .toByteArray();
    }

    private void say(int head, byte[] payload) {
        int end = FrameDescriptor.MAX_HEADER_BYTES;
        headers.content(content.value());
        ByteBuf frame = Unpooled.directBuffer().writeZero(end).writeBytes(payload);
        frame.readerIndex(headers.put(head, frame, end, frame, end, payload.length, 0));
        if (!channel.isOpen()) {
            frame.release();
            return;
        }
        application.wireBytes += frame.readableBytes();
        channel.writeInbound(frame);
        while (!work.isEmpty()) {
            work.remove().run();
            channel.runPendingTasks();
        }
    }

    private static final class Application extends DiscardingUser {
        private final List<String> received = new ArrayList<>();
        private long wireBytes;

        @Override
        public void data(ByteBuf bytes, long readAt) {
            byte[] record = new byte[bytes.readableBytes()];
            bytes.readBytes(record);
            bytes.release();
            received.add(name(record));
        }
    }
}
