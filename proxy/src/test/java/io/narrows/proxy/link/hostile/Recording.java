package io.narrows.proxy.link.hostile;

import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_APP_BYTES;

import com.google.protobuf.ByteString;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamEncoder;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.frame.ContentChecksum;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.proto.AskHistory;
import io.narrows.proxy.link.proto.Carried;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.DictionaryPart;
import io.narrows.proxy.link.proto.Fin;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.proto.HeldDictionaries;
import io.narrows.proxy.link.proto.KeptHistory;
import io.narrows.proxy.link.proto.OfferHistory;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Opened;
import io.narrows.proxy.link.proto.Ping;
import io.narrows.proxy.link.proto.Release;
import io.narrows.proxy.link.proto.ReturnHistory;
import io.narrows.proxy.link.shared.HistoryReference;
import io.narrows.proxy.link.shared.HistoryReferences;
import io.narrows.proxy.link.support.CarriedForm;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.KeptDictionaries;
import io.narrows.proxy.link.support.LinkApplication;
import io.narrows.proxy.link.support.Message;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.link.support.Payloads;
import io.narrows.testkit.Packing;
import io.narrows.unpack.recipe.Recipes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * All messages of a sidecar on one link, from its hello to its FIN, valid from end to end.
 *
 * @param form the form of frames that the hello requests
 * @param opens whether it is the dialing side
 * @param answered whether the application at the other end answers each frame, with {@link LinkApplication#answer}
 * @param app the app bytes that the messages carry
 */
public record Recording(FrameForm form, boolean opens, boolean answered, List<Message> messages, byte[] app) {
    /** The sender's name in its hello. */
    public static final String NODE = "a";

    public static final String TARGET = "work";
    private static final int LINE = 42;

    /**
     * Returns, for each form without TLS: one recording per codec and side, one per side that uses each codec in turn
     * for a frame of the largest size, one per side that carries unpacked pieces, one that sends dictionaries, and one that shares history.
     */
    public static List<Recording> all() {
        List<Recording> all = new ArrayList<>();
        for (FrameForm form : new FrameForm[] {FrameForm.PAYLOAD_CHECKED, FrameForm.CONTENT_CHECKED}) {
            for (boolean opens : new boolean[] {true, false}) {
                for (Codec codec : Codec.values()) {
                    all.add(of(form, opens, List.of(codec, codec), 3));
                }
                all.add(of(form, opens, List.of(Codec.values()), MAX_APP_BYTES / LINE));
                all.add(carrying(form, opens));
            }
            all.add(sendingDictionaries(form));
            all.add(sharing(form));
        }
        return all;
    }

    private static Recording sharing(FrameForm form) {
        Recorder recorder = new Recorder();
        recorder.greet(form, true, TrafficClass.BULK);
        recorder.shareHistory();
        recorder.end();
        return new Recording(form, true, true, recorder.messages, recorder.app.toByteArray());
    }

    private static Recording sendingDictionaries(FrameForm form) {
        Recorder recorder = new Recorder();
        recorder.greet(form, true, TrafficClass.REPLICATION);
        recorder.sendDictionary(5_000);
        recorder.talk(Codec.LZ4, 3);
        recorder.sendDictionary(1_000);
        recorder.end();
        return new Recording(form, true, false, recorder.messages, recorder.app.toByteArray());
    }

    private static Recording carrying(FrameForm form, boolean opens) {
        Recorder recorder = new Recorder();
        recorder.greet(
                form, opens, TrafficClass.REPLICATION, Recipes.ofThisProcess().encoders());
        recorder.carry();
        recorder.end();
        return new Recording(form, opens, false, recorder.messages, recorder.app.toByteArray());
    }

    private static Recording of(FrameForm form, boolean opens, List<Codec> codecs, int lastLines) {
        Recorder recorder = new Recorder();
        recorder.greet(form, opens, TrafficClass.REPLICATION);
        for (Codec codec : codecs) {
            recorder.talk(codec, lastLines);
        }
        recorder.end();
        return new Recording(form, opens, false, recorder.messages, recorder.app.toByteArray());
    }

    /** Returns the messages as sent on the wire. */
    List<Mutant.Piece> sealed() {
        return Sealer.seal(form, messages);
    }

    /** Returns frames of a few bytes that decode to more than a frame may hold. */
    static List<Message> bombs() {
        List<Message> bombs = new ArrayList<>();
        for (Codec codec : Codec.values()) {
            if (codec != Codec.NONE) {
                bombs.add(new Message(
                        FrameDescriptor.data(codec, true),
                        encoded(codec, List.of(new byte[4 * MAX_APP_BYTES])).get(0)));
            }
        }
        return bombs;
    }

    /** Small, since tens of thousands of peers create such contexts. Mutated frames may request larger ones. */
    private static final int WINDOW_LOG = 17;

    private static List<byte[]> encoded(Codec codec, List<byte[]> apps) {
        List<byte[]> frames = new ArrayList<>();
        try (StreamEncoder encoder =
                Codecs.load().streamEncoder(CodecSpec.of(codec).withWindowLog(WINDOW_LOG))) {
            for (byte[] app : apps) {
                frames.add(Payloads.next(encoder, app));
            }
        }
        return frames;
    }

    /** Writes the sender's messages, and keeps the checksum of its app bytes. */
    private static final class Recorder {
        private final List<Message> messages = new ArrayList<>();
        private final ContentChecksum content = new ContentChecksum();
        private final ByteArrayOutputStream app = new ByteArrayOutputStream();

        void greet(FrameForm form, boolean opens, TrafficClass trafficClass) {
            greet(form, opens, trafficClass, List.of());
        }

        void greet(FrameForm form, boolean opens, TrafficClass trafficClass, List<String> encoders) {
            Greeting hello = Greeting.newBuilder()
                    .setHello(FakePeer.hello(NODE, Codec.values())
                            .setSharedHistory(true)
                            .setHeldDictionaries(HeldDictionaries.getDefaultInstance())
                            .addAllEncoders(encoders)
                            .setContentChecks(form == FrameForm.CONTENT_CHECKED ? 1 : 0))
                    .build();
            messages.add(new Message(Message.GREETING, hello.toByteArray()));
            messages.add(Message.control(
                    opens
                            ? Control.newBuilder()
                                    .setOpen(Open.newBuilder().setTarget(TARGET).setTrafficClass(trafficClass.name()))
                            : Control.newBuilder().setOpened(Opened.getDefaultInstance())));
        }

        /** Writes three frames of one context, a checksum, and the release. */
        void talk(Codec codec, int lastLines) {
            List<byte[]> apps = List.of(text(12), text(40), text(lastLines));
            List<byte[]> frames = codec == Codec.NONE ? apps : encoded(codec, apps);
            for (int i = 0; i < apps.size(); i++) {
                content.update(Unpooled.wrappedBuffer(apps.get(i)));
                app.writeBytes(apps.get(i));
                messages.add(new Message(FrameDescriptor.data(codec, codec != Codec.NONE && i == 0), frames.get(i)));
            }
            messages.add(Message.control(Control.newBuilder().setCheck(content.toCheck())));
            if (codec != Codec.NONE) {
                messages.add(Message.control(
                        Control.newBuilder().setRelease(Release.newBuilder().setCodec(codec.id()))));
            }
        }

        /** Writes a dictionary in two parts. */
        void sendDictionary(int length) {
            byte[] bytes = Orders.of(new Random(length), length);
            ByteString name =
                    ByteString.copyFrom(KeptDictionaries.of(bytes).name().hash());
            int half = length / 2;
            messages.add(Message.control(Control.newBuilder()
                    .setDictionaryPart(DictionaryPart.newBuilder()
                            .setName(name)
                            .setTarget(TARGET)
                            .setDialled(true)
                            .setLength(length)
                            .setBytes(ByteString.copyFrom(bytes, 0, half)))));
            messages.add(Message.control(Control.newBuilder()
                    .setDictionaryPart(DictionaryPart.newBuilder()
                            .setOffset(half)
                            .setBytes(ByteString.copyFrom(bytes, half, length - half)))));
        }

        /** Writes raw frames, some of them in the carried form, with a piece of each format; frames divide pieces. */
        void carry() {
            Random random = new Random(1);
            raw(text(3));
            for (int round = 0; round < 2; round++) {
                carried(true);
                for (Packing packing : Packing.values()) {
                    byte[] piece = packing.pack(Orders.of(random, 1_000 + random.nextInt(3_000)));
                    byte[] part = Arrays.copyOf(text(2), 40 + piece.length);
                    System.arraycopy(piece, 0, part, 40, piece.length);
                    app.writeBytes(part);
                    byte[] form = CarriedForm.of(part);
                    int cut = random.nextInt(form.length);
                    content(Arrays.copyOf(form, cut));
                    content(Arrays.copyOfRange(form, cut, form.length));
                }
                carried(false);
                raw(text(5));
            }
            messages.add(Message.control(Control.newBuilder().setCheck(content.toCheck())));
        }

        private void carried(boolean on) {
            content.carries(on);
            messages.add(Message.control(
                    Control.newBuilder().setCarried(Carried.newBuilder().setOn(on))));
        }

        private void raw(byte[] bytes) {
            app.writeBytes(bytes);
            content(bytes);
        }

        private void content(byte[] bytes) {
            content.update(Unpooled.wrappedBuffer(bytes));
            messages.add(new Message(FrameDescriptor.data(Codec.NONE, false), bytes));
        }

        /**
         * Writes four frames of dense, two of which refer to the application's answer to the previous one, and all
         * related messages.
         */
        void shareHistory() {
            KeptHistory.Builder kept = KeptHistory.newBuilder().setStream(5);
            messages.add(Message.control(Control.newBuilder().setKeptHistory(kept)));
            messages.add(Message.control(Control.newBuilder().setAskHistory(AskHistory.getDefaultInstance())));
            try (StreamEncoder encoder =
                    Codecs.load().streamEncoder(CodecSpec.of(Codec.DENSE).withWindowLog(WINDOW_LOG))) {
                tell(FrameDescriptor.data(Codec.DENSE, true), encoder, text(40));
                teach(encoder, 0, 2048);
                messages.add(Message.control(Control.newBuilder()
                        .setOfferHistory(OfferHistory.newBuilder().setSource(1).setStream(5))));
                teach(encoder, 2048, 600);
                messages.add(Message.control(Control.newBuilder()
                        .setReturnHistory(ReturnHistory.newBuilder().setSource(1))));
                messages.add(Message.control(Control.newBuilder().setKeptHistory(kept.setPaused(true))));
                tell(FrameDescriptor.data(Codec.DENSE, false), encoder, text(12));
            }
            messages.add(Message.control(Control.newBuilder().setCheck(content.toCheck())));
        }

        private void tell(int head, StreamEncoder encoder, byte[] bytes) {
            content.update(Unpooled.wrappedBuffer(bytes));
            app.writeBytes(bytes);
            messages.add(new Message(head, Payloads.next(encoder, bytes)));
        }

        /** Writes a frame that repeats a part of the application's answer, and refers to it. */
        private void teach(StreamEncoder encoder, int from, int length) {
            HistoryReference reference =
                    new HistoryReference(1, Arrays.copyOfRange(LinkApplication.answer(), from, from + length));
            encoder.learn(ByteBuffer.wrap(reference.bytes()));
            byte[] taught = Arrays.copyOf(reference.bytes(), 512);
            content.update(Unpooled.wrappedBuffer(taught));
            app.writeBytes(taught);
            ByteBuf payload = Unpooled.buffer();
            HistoryReferences.write(List.of(reference), payload);
            payload.writeBytes(Payloads.next(encoder, taught));
            messages.add(
                    new Message(FrameDescriptor.taught(Codec.DENSE), ByteBufUtil.getBytes(payload), reference.bytes()));
        }

        void end() {
            messages.add(Message.control(Control.newBuilder().setPing(Ping.getDefaultInstance())));
            messages.add(
                    Message.control(Control.newBuilder().setFin(Fin.newBuilder().setCheck(content.toCheck()))));
        }

        private byte[] text(int lines) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < lines; i++) {
                int key = (content.toCheck().getCrc32C() >>> 8) + i * 7919;
                text.append(String.format("key=%08d value=%08x version=%05d\n", key, key * 31, i));
            }
            return text.toString().getBytes(StandardCharsets.US_ASCII);
        }
    }
}
