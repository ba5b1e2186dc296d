package io.narrows.proxy.link.control;

import com.google.protobuf.ByteString;
import io.narrows.codec.Codec;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.Printable;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.frame.FrameWriter;
import io.narrows.proxy.link.proto.Answer;
import io.narrows.proxy.link.proto.AskHistory;
import io.narrows.proxy.link.proto.BeginFrom;
import io.narrows.proxy.link.proto.Carried;
import io.narrows.proxy.link.proto.Check;
import io.narrows.proxy.link.proto.CodecWithdrawn;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.DictionaryKept;
import io.narrows.proxy.link.proto.DictionaryPart;
import io.narrows.proxy.link.proto.DictionaryRefused;
import io.narrows.proxy.link.proto.EncoderMemory;
import io.narrows.proxy.link.proto.Fin;
import io.narrows.proxy.link.proto.KeepContext;
import io.narrows.proxy.link.proto.KeptHistory;
import io.narrows.proxy.link.proto.Liveness;
import io.narrows.proxy.link.proto.OfferHistory;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Opened;
import io.narrows.proxy.link.proto.Ping;
import io.narrows.proxy.link.proto.Probe;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.proto.Release;
import io.narrows.proxy.link.proto.RequestedTls;
import io.narrows.proxy.link.proto.Reset;
import io.narrows.proxy.link.proto.ReturnHistory;
import io.narrows.proxy.link.shared.HistoryMessages;
import io.narrows.proxy.link.terms.CodecOffers;
import io.narrows.proxy.meter.TrafficCell;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Writes a link's control messages in order among its data frames; the caller flushes. */
public final class ControlWriter implements HistoryMessages {
    private final FrameWriter frames;
    private final Supplier<TrafficCell> cell;
    private long written;

    /** @param cell supplies the cell that the wire bytes are booked to */
    public ControlWriter(FrameWriter frames, Supplier<TrafficCell> cell) {
        this.frames = frames;
        this.cell = cell;
    }

    /**
     * @param tls what the target must be asked for in TLS; empty to reach it without
     * @param wants the contexts that this side would like to send
     * @param grants the contexts that the peer may send
     */
    public void open(
            String target,
            TrafficClass trafficClass,
            Optional<RequestedTls> tls,
            List<ContextWindow> wants,
            List<ContextWindow> grants) {
        Open.Builder open = Open.newBuilder()
                .setTarget(target)
                .setTrafficClass(trafficClass.name())
                .addAllWants(wants)
                .addAllGrants(grants);
        tls.ifPresent(open::setTls);
        write(Control.newBuilder().setOpen(open));
    }

    /**
     * Writes OPENED, with parameters as for {@link #open}.
     *
     * @param target what the target contributed to TLS
     */
    public void opened(Reached target, List<ContextWindow> wants, List<ContextWindow> grants) {
        write(Control.newBuilder()
                .setOpened(Opened.newBuilder()
                        .setAlpn(target.alpn())
                        .setGreeting(target.greeting())
                        .addAllWants(wants)
                        .addAllGrants(grants)));
    }

    public void want(ContextWindow want) {
        write(Control.newBuilder().setWant(want));
    }

    public void grant(ContextWindow grant) {
        write(Control.newBuilder().setGrant(grant));
    }

    public void refused(Refused.Reason reason, String detail) {
        write(Control.newBuilder()
                .setRefused(Refused.newBuilder().setReason(reason).setDetail(Printable.of(detail))));
    }

    public void fin(Check check) {
        write(Control.newBuilder().setFin(Fin.newBuilder().setCheck(check)));
    }

    public void reset() {
        write(Control.newBuilder().setReset(Reset.getDefaultInstance()));
    }

    public void release(Codec codec) {
        write(Control.newBuilder().setRelease(Release.newBuilder().setCodec(codec.id())));
    }

    public void check(Check check) {
        write(Control.newBuilder().setCheck(check));
    }

    public void ping() {
        write(Control.newBuilder().setPing(Ping.getDefaultInstance()));
    }

    /** @param lowering number of the lowered grant that the peer's answer acknowledges; 0 for none */
    public void probe(int lowering) {
        write(Control.newBuilder().setProbe(Probe.newBuilder().setLowering(lowering)));
    }

    /** @param lowering the number in the probe */
    public void answer(int lowering) {
        write(Control.newBuilder().setAnswer(Answer.newBuilder().setLowering(lowering)));
    }

    /**
     * @param deadAfterMillis silence after which this side considers the peer dead
     * @param intervalMillis maximum time between two messages of this side
     */
    public void liveness(int deadAfterMillis, int intervalMillis) {
        write(Control.newBuilder()
                .setLiveness(Liveness.newBuilder()
                        .setDeadAfterMillis(deadAfterMillis)
                        .setIntervalMillis(intervalMillis)));
    }

    public void withdrawn(Codec codec) {
        write(Control.newBuilder().setCodecWithdrawn(CodecWithdrawn.newBuilder().setCodec(codec.id())));
    }

    public void offered(Codec codec) {
        write(Control.newBuilder()
                .setCodecWithdrawn(
                        CodecWithdrawn.newBuilder().setCodec(codec.id()).setOffer(CodecOffers.offer(codec))));
    }

    /** @param on whether content is in its carried form from here on */
    public void carried(boolean on) {
        write(Control.newBuilder().setCarried(Carried.newBuilder().setOn(on)));
    }

    /** @param bytes memory of the encoder that the peer should keep; 0 to free it */
    public void wantEncoder(long bytes) {
        write(Control.newBuilder().setWantEncoder(EncoderMemory.newBuilder().setBytes(bytes)));
    }

    /** @param bytes memory of the encoder that the peer may have kept here */
    public void grantEncoder(long bytes) {
        write(Control.newBuilder().setGrantEncoder(EncoderMemory.newBuilder().setBytes(bytes)));
    }

    /** Announces that this side keeps the state that its context of a codec has here. */
    public void keepContext(Codec codec) {
        write(Control.newBuilder().setKeepContext(KeepContext.newBuilder().setCodec(codec.id())));
    }

    /** @param state the number of the peer's offer from which the context of the next frame begins */
    public void beginFrom(Codec codec, int state) {
        write(Control.newBuilder()
                .setBeginFrom(BeginFrom.newBuilder().setCodec(codec.id()).setState(state)));
    }

    public void dictionaryPart(DictionaryPart part) {
        write(Control.newBuilder().setDictionaryPart(part));
    }

    public void dictionaryKept(ByteString name) {
        write(Control.newBuilder().setDictionaryKept(DictionaryKept.newBuilder().setName(name)));
    }

    public void dictionaryRefused(ByteString name, DictionaryRefused.Reason reason) {
        write(Control.newBuilder()
                .setDictionaryRefused(
                        DictionaryRefused.newBuilder().setName(name).setReason(reason)));
    }

    @Override
    public void kept(long stream, boolean paused) {
        write(Control.newBuilder()
                .setKeptHistory(KeptHistory.newBuilder().setStream(stream).setPaused(paused)));
    }

    @Override
    public void ask() {
        write(Control.newBuilder().setAskHistory(AskHistory.getDefaultInstance()));
    }

    @Override
    public void offer(int source, long stream, long from) {
        write(Control.newBuilder()
                .setOfferHistory(OfferHistory.newBuilder()
                        .setSource(source)
                        .setStream(stream)
                        .setFrom(from)));
    }

    @Override
    public void giveBack(int source) {
        write(Control.newBuilder().setReturnHistory(ReturnHistory.newBuilder().setSource(source)));
    }

    /** Returns the number of messages that were written. */
    public long written() {
        return written;
    }

    private void write(Control.Builder control) {
        written++;
        frames.write(control.build(), cell.get());
    }
}
