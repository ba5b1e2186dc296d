package io.narrows.proxy.capture;

import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.classify.Classifier;
import io.narrows.proxy.classify.Side;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.RawReason;
import io.narrows.proxy.sample.ConnectionSample;
import io.netty.buffer.ByteBuf;
import java.net.SocketAddress;

/** Counts and samples the bytes of a connection in a dry run, in the class that a link would have found for them. */
final class DryRunTraffic implements ByteObserver {
    private final LinkEnvironment environment;
    private final PeerId peer;
    private final SocketAddress remote;
    private final Classifier classifier;
    private final ConnectionSample sample;
    private DirectTraffic traffic;

    /** @param declared the class in the configuration */
    DryRunTraffic(
            LinkEnvironment environment,
            PeerId peer,
            TrafficClass declared,
            SocketAddress remote,
            ConnectionSample sample) {
        this.environment = environment;
        this.peer = peer;
        this.remote = remote;
        this.classifier = Classifier.of(declared, environment.live().current().patterns());
        this.sample = sample;
        this.traffic = counters();
    }

    private DirectTraffic counters() {
        return new DirectTraffic(environment, peer, classifier.trafficClass(), remote, RawReason.DRY_RUN);
    }

    @Override
    public void sent(ByteBuf bytes) {
        classify(Side.CONNECTING, bytes);
        traffic.sent(bytes);
        sample.carried(Direction.SENT, classifier.trafficClass(), bytes);
    }

    @Override
    public void received(ByteBuf bytes) {
        classify(Side.ANSWERING, bytes);
        traffic.received(bytes);
        sample.carried(Direction.RECEIVED, classifier.trafficClass(), bytes);
    }

    private void classify(Side from, ByteBuf bytes) {
        if (classifier.changedBy(from, bytes, environment.nanoClock().getAsLong())) {
            traffic = counters();
        }
    }

    @Override
    public void ended() {
        sample.ended();
    }
}
