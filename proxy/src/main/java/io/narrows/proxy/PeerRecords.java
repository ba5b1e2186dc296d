package io.narrows.proxy;

import io.narrows.config.PeerId;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.meter.DepartedPeers;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.proxy.relay.Relay;
import java.util.HashSet;
import java.util.Set;

/** Everything that the parts of a sidecar keep of its peers, by their ids. Safe for use by many threads. */
final class PeerRecords implements DepartedPeers.Records {
    private final LiveConfig live;
    private final Relay relay;
    private final TrafficMeter traffic;
    private final EventMeter events;
    private final UnpackMeter unpacking;
    private final LatencyMeter latency;
    private final MemoryLedger memory;

    /** @param relay its parts keep states, dictionaries and samples of peers */
    PeerRecords(
            LiveConfig live,
            Relay relay,
            TrafficMeter traffic,
            EventMeter events,
            UnpackMeter unpacking,
            LatencyMeter latency,
            MemoryLedger memory) {
        this.live = live;
        this.relay = relay;
        this.traffic = traffic;
        this.events = events;
        this.unpacking = unpacking;
        this.latency = latency;
        this.memory = memory;
    }

    @Override
    public Set<PeerId> counted() {
        Set<PeerId> counted = events.peers();
        counted.addAll(traffic.peers());
        counted.addAll(unpacking.peers());
        return counted;
    }

    /** Returns the peers that have accounts of memory; not this node, to which the workspaces of all peers are charged. */
    @Override
    public Set<PeerId> accounted() {
        Set<PeerId> accounted = memory.peers();
        accounted.remove(live.current().node().id());
        return accounted;
    }

    /** Returns the peers that are configured or connected, and so have to keep their records. */
    @Override
    public Set<PeerId> present() {
        Set<PeerId> present = new HashSet<>(relay.registry().peers());
        present.addAll(relay.localConnections().peers());
        live.current().peers().forEach(peer -> present.add(peer.id()));
        return present;
    }

    @Override
    public void forget(PeerId peer) {
        traffic.forget(peer);
        events.forget(peer);
        unpacking.forget(peer);
        latency.forget(peer);
        relay.primed().forget(peer);
        relay.dictionaries().forget(peer);
        relay.peerDictionaries().ifPresent(dictionaries -> dictionaries.forget(peer));
        relay.sampler().forget(peer);
        relay.whatIf().forget(peer);
        relay.auto().forget(peer);
        relay.encoderRefusals().forget(peer);
        relay.recipes().forget(peer);
    }

    /**
     * Removes the accounts of a peer, unless it is present again. A link that begins at this moment may still have taken an account before.
     * It goes on with that one, whose bytes count in the sums of the pool, but not in the share and the metrics of the peer.
     *
     * @return false while memory is charged to the peer, or if it is present
     */
    @Override
    public boolean forgetMemory(PeerId peer) {
        return !present().contains(peer) && memory.forget(peer);
    }
}
