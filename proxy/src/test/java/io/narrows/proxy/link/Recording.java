package io.narrows.proxy.link;

import static io.narrows.proxy.link.FrameDescriptor.MAX_APP_BYTES;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamEncoder;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Fin;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Opened;
import io.narrows.proxy.link.proto.Ping;
import io.narrows.proxy.link.proto.Release;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * All that a sidecar says on one link, from its hello to its FIN, valid from end to end.
 *
 * @param opens whether it is the one that dialled
 */
record Recording(boolean opens, List<Message> messages) {
    /** The sender, in its hello. */
    static final String NODE = "a";

    static final String TARGET = "work";
    private static final int LINE = 42;

    /** One per codec and side, and one per side that uses all codecs in turns, each for a frame of the largest size. */
    static List<Recording> all() {
        List<Recording> all = new ArrayList<>();
        for (boolean opens : new boolean[] {true, false}) {
            for (Codec codec : Codec.values()) {
                all.add(of(opens, List.of(codec, codec), 3));
            }
            all.add(of(opens, List.of(Codec.values()), MAX_APP_BYTES / LINE));
        }
        return all;
    }

    private static Recording of(boolean opens, List<Codec> codecs, int lastLines) {
        Recorder recorder = new Recorder();
        recorder.greet(opens);
        for (Codec codec : codecs) {
            recorder.talk(codec, lastLines);
        }
        recorder.end();
        return new Recording(opens, recorder.messages);
    }

    /** Frames that promise little and decode to more than a frame may hold. */
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

    /** Small: tens of thousands of peers make such contexts. What they do to the frames may ask for larger ones. */
    private static final int WINDOW_LOG = 17;

    private static List<byte[]> encoded(Codec codec, List<byte[]> apps) {
        List<byte[]> frames = new ArrayList<>();
        try (StreamEncoder encoder =
                Codecs.load().streamEncoder(CodecSpec.of(codec).withWindowLog(WINDOW_LOG))) {
            for (byte[] app : apps) {
                ByteBuffer frame = ByteBuffer.allocate(encoder.maxFrameLength(app.length));
                encoder.encode(ByteBuffer.wrap(app), frame);
                byte[] bytes = new byte[frame.flip().remaining()];
                frame.get(bytes);
                frames.add(bytes);
            }
        }
        return frames;
    }

    /** Writes what the sender says, and keeps the sum of its app bytes. */
    private static final class Recorder {
        private final List<Message> messages = new ArrayList<>();
        private final ContentChecksum content = new ContentChecksum();

        void greet(boolean opens) {
            Greeting hello = Greeting.newBuilder()
                    .setHello(FakePeer.hello(NODE, Codec.values()))
                    .build();
            messages.add(new Message(Message.GREETING, hello.toByteArray()));
            messages.add(Message.control(
                    opens
                            ? Control.newBuilder()
                                    .setOpen(Open.newBuilder().setTarget(TARGET).setTrafficClass("replication"))
                            : Control.newBuilder().setOpened(Opened.getDefaultInstance())));
        }

        /** Three frames of one context, a checksum, and the release. */
        void talk(Codec codec, int lastLines) {
            List<byte[]> apps = List.of(text(12), text(40), text(lastLines));
            List<byte[]> frames = codec == Codec.NONE ? apps : encoded(codec, apps);
            for (int i = 0; i < apps.size(); i++) {
                content.update(Unpooled.wrappedBuffer(apps.get(i)));
                messages.add(new Message(FrameDescriptor.data(codec, codec != Codec.NONE && i == 0), frames.get(i)));
            }
            messages.add(Message.control(Control.newBuilder().setCheck(content.toCheck())));
            if (codec != Codec.NONE) {
                messages.add(Message.control(
                        Control.newBuilder().setRelease(Release.newBuilder().setCodec(codec.id()))));
            }
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
