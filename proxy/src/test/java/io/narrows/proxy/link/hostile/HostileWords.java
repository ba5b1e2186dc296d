package io.narrows.proxy.link.hostile;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.proto.CodecOffer;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Ping;
import io.narrows.proxy.link.support.Payloads;
import io.narrows.proxy.link.support.WireBytes;
import java.util.Arrays;

/** Messages of hostile peers. They are well-formed, so that they pass the checks and reach the code after them. */
public final class HostileWords {
    private HostileWords() {}

    /** Returns a greeting of the first release that offers every codec. */
    public static byte[] greeting(String node, String software) {
        Hello.Builder hello = Hello.newBuilder()
                .setMinVersion(1)
                .setMaxVersion(1)
                .setNode(node)
                .setRegion("us")
                .setZone("us-1")
                .setHost(node)
                .setSoftware(software);
        for (Codec codec : Codec.values()) {
            boolean windowed = codec == Codec.ZSTD || codec == Codec.DENSE;
            hello.addCodecs(CodecOffer.newBuilder().setId(codec.id()).setMaxWindowLog(windowed ? 23 : 0));
        }
        return WireBytes.greeting(Greeting.newBuilder().setHello(hello).build());
    }

    public static byte[] open(String target) {
        return control(Control.newBuilder().setOpen(Open.newBuilder().setTarget(target)));
    }

    public static byte[] ping() {
        return control(Control.newBuilder().setPing(Ping.getDefaultInstance()));
    }

    private static byte[] control(Control.Builder control) {
        return WireBytes.frame(FrameDescriptor.control(), control.build().toByteArray());
    }

    /** Returns a data frame that starts a context and decodes to that many zeros. */
    public static byte[] freshFrame(CodecSpec spec, int equalBytes) {
        byte[] payload = Payloads.first(spec, new byte[equalBytes]);
        return WireBytes.frame(FrameDescriptor.data(spec.codec(), true), payload);
    }

    /** Returns as many copies of a frame as fit into that many bytes, but at least one. */
    public static byte[] repeated(byte[] frame, int bytes) {
        int count = Math.max(1, bytes / frame.length);
        byte[] all = new byte[count * frame.length];
        for (int i = 0; i < count; i++) {
            System.arraycopy(frame, 0, all, i * frame.length, frame.length);
        }
        return all;
    }

    /** Returns the concatenation of two messages. */
    public static byte[] joined(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
