package io.narrows.proxy.link.hostile;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.narrows.proxy.link.control.ControlMessages;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.frame.FrameReader;
import io.narrows.proxy.link.frame.GreetingEnvelope;
import io.narrows.proxy.link.support.Message;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Feeds arbitrary bytes to the decoders of the link protocol. A normal test run only tries the stored inputs;
 * {@code bin/soak fuzz} lets Jazzer search for others.
 */
final class LinkFuzzTest {
    private static final int HEAD_BYTES = 3;
    private static final List<Recording> RECORDINGS = Recording.all();

    private static HostileLinks links;

    @BeforeAll
    static void listen() {
        links = new HostileLinks();
    }

    @AfterAll
    static void stop() {
        links.close();
    }

    @FuzzTest
    void greetingEnvelope(byte[] input) {
        try {
            GreetingEnvelope.open(Unpooled.wrappedBuffer(input));
        } catch (CorruptFrameException refused) {
            // the only permitted exception
        }
    }

    /** Parses a hello without its envelope, since it determines codecs and windows. */
    @FuzzTest
    void greeting(byte[] input) {
        meet(
                FrameForm.PAYLOAD_CHECKED,
                true,
                List.of(new Message(Message.GREETING, Arrays.copyOf(input, Math.min(input.length, 0xFFFF)))));
    }

    @FuzzTest
    void controlMessage(byte[] input) {
        try {
            ControlMessages.parse(Unpooled.wrappedBuffer(input));
        } catch (CorruptFrameException refused) {
            // the only permitted exception
        }
    }

    /** Parses arbitrary bytes as frames of every form. */
    @FuzzTest
    void frameReader(byte[] input) {
        for (FrameForm form : FrameForm.values()) {
            FrameReader reader = new FrameReader(form, new AnyFrame());
            ByteBuf bytes = Unpooled.copiedBuffer(input);
            try {
                reader.read(bytes.alloc(), bytes);
            } catch (CorruptFrameException refused) {
                // the only permitted exception
            } finally {
                reader.close();
            }
        }
    }

    /**
     * Sends arbitrary frames after a valid greeting, each with correct length and checksum: two bytes of length, one of
     * head, payload.
     */
    @FuzzTest
    void acceptedLink(byte[] input) {
        meetInBothForms(true, messages(input));
    }

    @FuzzTest
    void dialledLink(byte[] input) {
        meetInBothForms(false, messages(input));
    }

    private static List<Message> messages(byte[] input) {
        List<Message> messages = new ArrayList<>();
        int at = 0;
        while (at + HEAD_BYTES <= input.length) {
            int wanted = (input[at] & 0xFF) << 8 | input[at + 1] & 0xFF;
            int length =
                    Math.min(wanted, input.length - at - HEAD_BYTES); // at most 65,535, although a frame may be longer
            int start = at + HEAD_BYTES;
            messages.add(new Message(input[at + 2] & 0xFF, Arrays.copyOfRange(input, start, start + length)));
            at = start + length;
        }
        return messages;
    }

    /** Sends arbitrary bytes after a valid greeting. */
    private static void meetInBothForms(boolean opens, List<Message> messages) {
        for (Recording recording : List.of(RECORDINGS.get(0), RECORDINGS.get(RECORDINGS.size() - 1))) {
            List<Message> greeted = new ArrayList<>(messages);
            greeted.add(0, recording.messages().get(0));
            meet(recording.form(), opens, greeted);
        }
    }

    private static void meet(FrameForm form, boolean opens, List<Message> messages) {
        Recording recording = new Recording(form, opens, false, messages, new byte[0]);
        links.meet(new Mutant(recording, true, recording.sealed()), new SplittableRandom(messages.size()));
    }

    private static final class AnyFrame implements FrameReader.Sink {
        @Override
        public boolean accepts() {
            return true;
        }

        @Override
        public void frame(int head, ByteBuf payload, long check) {
            payload.skipBytes(payload.readableBytes());
        }
    }
}
