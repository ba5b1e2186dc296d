package io.narrows.proxy.link.unpack;

import io.narrows.codec.MalformedDataException;
import io.narrows.codec.PackedFormat;
import io.narrows.proxy.link.support.CarriedForm;
import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.stream.CarriedReader;
import io.narrows.unpack.stream.PieceToRebuild;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The stages behind an unpacking stream: makes the application's bytes of the content again, and notes what happens among them. */
final class Outgoing implements UnpackingStream.Next {
    private final ByteArrayOutputStream app = new ByteArrayOutputStream();
    private final List<String> events = new ArrayList<>();
    private CarriedReader reader;
    private Set<PackedFormat> formats = EnumSet.allOf(PackedFormat.class);
    private boolean compressing = true;
    private String failing = "";
    private ByteBuf last;
    private long surplus;
    private long content;

    void unpacks(Set<PackedFormat> now) {
        formats = now;
    }

    void compresses(boolean now) {
        compressing = now;
    }

    /** Makes a method throw. */
    void fail(String method) {
        failing = method;
    }

    private void failIf(String method) {
        if (failing.equals(method)) {
            throw new IllegalStateException(method);
        }
    }

    @Override
    public Set<PackedFormat> unpacks() {
        failIf("unpacks");
        return formats;
    }

    @Override
    public boolean compresses() {
        return compressing;
    }

    @Override
    public void content(ByteBuf bytes, int longer, long readAt) {
        last = bytes;
        content += bytes.readableBytes();
        surplus += longer;
        byte[] copy = new byte[bytes.readableBytes()];
        bytes.readBytes(copy);
        bytes.release();
        if (reader == null) {
            app.writeBytes(copy);
        } else {
            rebuild(copy);
        }
    }

    private void rebuild(byte[] carried) {
        try {
            reader.read(ByteBuffer.wrap(carried), new CarriedReader.Receiver() {
                @Override
                public void literal(ByteBuffer bytes) {
                    byte[] copy = new byte[bytes.remaining()];
                    bytes.get(copy);
                    app.writeBytes(copy);
                }

                @Override
                public void piece(PieceToRebuild piece) {
                    note("piece");
                    app.writeBytes(original(piece));
                }
            });
        } catch (MalformedDataException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] original(PieceToRebuild piece) {
        ByteBuffer original = ByteBuffer.allocate(piece.originalLength());
        try {
            piece.rebuild(original);
        } catch (MalformedDataException e) {
            throw new AssertionError(e);
        }
        return original.array();
    }

    @Override
    public void carries(boolean carried) {
        failIf("carries");
        try {
            if (reader != null) {
                reader.end();
            }
        } catch (MalformedDataException e) {
            throw new AssertionError(e);
        }
        if (carried == (reader != null)) {
            throw new AssertionError("CARRIED changes nothing");
        }
        reader = carried ? new CarriedReader(CarriedForm.RECIPES, PieceLimits.STANDARD) : null;
        note(carried ? "carried" : "plain");
    }

    /** Begins another stream. */
    void reset() {
        reader = null;
        app.reset();
        events.clear();
    }

    /** Notes an event at this place of the stream. */
    void note(String event) {
        events.add(event + "@" + app.size());
    }

    /** Returns the events so far, each with the number of app bytes before it. */
    List<String> events() {
        return events;
    }

    /** Returns the app bytes so far. */
    byte[] app() {
        return app.toByteArray();
    }

    /** Returns the last buffer, which has been released. */
    ByteBuf last() {
        return last;
    }

    /** Returns the bytes of all content, less those that it was said to be longer by. */
    long contentWithoutSurplus() {
        return content - surplus;
    }
}
