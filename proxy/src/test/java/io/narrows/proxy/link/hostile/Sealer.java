package io.narrows.proxy.link.hostile;

import io.narrows.codec.Codec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.StreamDecoder;
import io.narrows.proxy.link.control.ControlMessages;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameChecksum;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.shared.HistoryReferences;
import io.narrows.proxy.link.support.Message;
import io.narrows.proxy.link.support.WireBytes;
import io.narrows.proxy.link.terms.CodecOffers;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Gives messages correct lengths and checksums, whatever their payload. For content checksums it decodes the frames
 * like the receiver, up to a frame that cannot be decoded, at which the receiver ends the link.
 */
final class Sealer implements AutoCloseable {
    private static final Codecs CODECS = Codecs.load();

    private final FrameForm form;
    private final Map<Codec, StreamDecoder> decoders = new EnumMap<>(Codec.class);
    private final FrameChecksum content = new FrameChecksum();
    private boolean begun;

    private Sealer(FrameForm form) {
        this.form = form;
    }

    /** Returns all messages of one side as sent on the wire. */
    static List<Mutant.Piece> seal(FrameForm form, List<Message> messages) {
        try (Sealer sealer = new Sealer(form)) {
            return messages.stream()
                    .map(message -> new Mutant.Piece(message.head(), sealer.sealed(message)))
                    .toList();
        }
    }

    private byte[] sealed(Message message) {
        if (message.isControl()) {
            control(message.payload());
        }
        if (message.isGreeting()
                || form == FrameForm.PAYLOAD_CHECKED
                || FrameDescriptor.checksPayload(message.head())) {
            return message.sealed();
        }
        int names = 0;
        int learnt = 0;
        try {
            if (FrameDescriptor.kind(message.head()) == FrameDescriptor.KIND_TAUGHT) {
                names = namesLength(message.payload());
                learnt = learn(message, names);
            }
            decode(message.head(), ByteBuffer.wrap(message.payload(), names, message.payload().length - names));
        } catch (MalformedDataException | CorruptFrameException refused) {
            // the receiver rejects it, too
        }
        return WireBytes.contentFrame(message.head(), message.payload(), learnt ^ content.value());
    }

    private void control(byte[] payload) {
        try {
            Control control = ControlMessages.parse(Unpooled.wrappedBuffer(payload));
            if (control.hasCarried()) {
                content.update(new byte[] {(byte) (control.getCarried().getOn() ? 1 : 0)});
            }
        } catch (CorruptFrameException refused) {
            // the receiver rejects it, too
        }
    }

    private static int namesLength(byte[] payload) throws CorruptFrameException {
        var bytes = Unpooled.wrappedBuffer(payload);
        HistoryReferences.read(bytes);
        return bytes.readerIndex();
    }

    private int learn(Message message, int names) throws MalformedDataException {
        StreamDecoder decoder = decoders.get(Codec.DENSE);
        if (begun) {
            decoder.learn(ByteBuffer.wrap(message.learnt()));
        }
        return new FrameChecksum()
                .update(message.learnt())
                .update(Unpooled.wrappedBuffer(message.payload()), 0, names)
                .value();
    }

    private void decode(int head, ByteBuffer payload) throws MalformedDataException {
        Codec codec = Codec.ofId(FrameDescriptor.codecId(head));
        ByteBuffer app = payload;
        if (codec != Codec.NONE) {
            StreamDecoder decoder = decoders.get(codec);
            if (decoder == null) {
                decoder = CODECS.streamDecoder(codec, CodecOffers.MAX_WINDOW_LOG);
                decoders.put(codec, decoder);
            } else if (FrameDescriptor.isNew(head)) {
                decoder.reset();
                begun &= codec != Codec.DENSE;
            }
            app = ByteBuffer.allocateDirect(FrameDescriptor.MAX_APP_BYTES);
            decoder.decode(
                    ByteBuffer.allocateDirect(payload.remaining()).put(payload).flip(), app);
            app.flip();
            begun |= codec == Codec.DENSE && app.hasRemaining();
        }
        content.update(Unpooled.wrappedBuffer(app), 0, app.remaining());
    }

    @Override
    public void close() {
        decoders.values().forEach(StreamDecoder::close);
    }
}
