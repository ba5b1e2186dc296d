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
import java.util.function.LongConsumer;

/** The stages behind an unpacking stream: makes the application's bytes of the content again, and notes what happens among them. */
final class Outgoing implements UnpackingStream.Next {
    private final ByteArrayOutputStream app = new ByteArrayOutputStream();
    private final List<String> events = new ArrayList<>();
    private CarriedReader reader;
    private Set<PackedFormat> formats = EnumSet.allOf(PackedFormat.class);
    private boolean compressing = true;
    private boolean gaining = true;
    private String failing = "";
    private LongConsumer granting = bytes -> {};
    private ByteBuf last;
    private long surplus;
    private long content;
    private final List<Piece> pieces = new ArrayList<>();
    private final List<Long> ends = new ArrayList<>();
    private final List<Long> encoders = new ArrayList<>();

    /** A piece that was announced. */
    record Piece(PackedFormat format, long from, int carried, int original) {}

    void unpacks(Set<PackedFormat> now) {
        formats = now;
    }

    void compresses(boolean now) {
        compressing = now;
    }

    void gains(boolean now) {
        gaining = now;
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
    public boolean gains(PackedFormat format, int bytes) {
        return gaining;
    }

    @Override
    public void unpacked(PackedFormat format, long from, int carried, int original) {
        pieces.add(new Piece(format, from, carried, original));
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
            ByteBuffer bytes = ByteBuffer.wrap(carried);
            reader.read(bytes, new CarriedReader.Receiver() {
                @Override
                public void literal(ByteBuffer literals) {
                    byte[] copy = new byte[literals.remaining()];
                    literals.get(copy);
                    app.writeBytes(copy);
                }

                @Override
                public void piece(PieceToRebuild piece) {
                    note("piece");
                    ends.add(content - bytes.remaining());
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

    @Override
    public void wantsEncoder(long bytes) {
        note(bytes == 0 ? "free" : "want");
        encoders.add(bytes);
        granting.accept(bytes);
    }

    /** Sets the peer's answer to requests for an encoder; by default there is none. */
    void grants(LongConsumer answer) {
        granting = answer;
    }

    /** Returns the encoders that were requested, in bytes. */
    List<Long> encoders() {
        return encoders;
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

    /** Returns whether a piece that was announced ended where it was to end. */
    boolean hasEnded(Piece piece) {
        return ends.contains(piece.from() + piece.carried());
    }

    /** Returns the pieces that were announced. */
    List<Piece> pieces() {
        return pieces;
    }

    /** Returns the bytes of all content, less those that it was said to be longer by. */
    long contentWithoutSurplus() {
        return content - surplus;
    }
}
