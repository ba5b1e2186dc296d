package io.narrows.proxy.link.support;

import io.narrows.proxy.link.control.ControlMessages;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.frame.FrameReader;
import io.narrows.proxy.link.proto.Control;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The frames, in the form without content checks, that a link has written and flushed to an embedded channel. */
public final class SentFrames implements FrameReader.Sink {
    private final List<Control> controls = new ArrayList<>();
    private final List<String> data = new ArrayList<>();

    private SentFrames() {}

    /** Reads the frames written to the channel since the last call. */
    public static SentFrames take(EmbeddedChannel channel) throws CorruptFrameException {
        SentFrames frames = new SentFrames();
        FrameReader reader = new FrameReader(FrameForm.PAYLOAD_CHECKED, frames);
        try {
            for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
                reader.read(channel.alloc(), bytes);
            }
        } finally {
            reader.close();
        }
        return frames;
    }

    public List<Control> controls() {
        return controls;
    }

    /** Returns the payloads of data frames as text. */
    public List<String> data() {
        return data;
    }

    @Override
    public boolean accepts() {
        return true;
    }

    @Override
    public void frame(int head, ByteBuf payload, long check) throws CorruptFrameException {
        if (FrameDescriptor.kind(head) == FrameDescriptor.KIND_CONTROL) {
            controls.add(ControlMessages.parse(payload));
        } else {
            data.add(payload.toString(StandardCharsets.US_ASCII));
        }
    }
}
