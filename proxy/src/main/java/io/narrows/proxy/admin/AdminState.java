package io.narrows.proxy.admin;

import io.narrows.config.Config;
import io.narrows.config.PeerDetail;
import io.narrows.config.PeerId;
import io.narrows.proxy.auto.AutoState;
import io.narrows.proxy.history.History;
import io.narrows.proxy.link.registry.LinkSummary;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.ReloadMeter;
import io.narrows.proxy.meter.Scrape;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.meter.UnpackFigures;
import io.narrows.proxy.sample.WhatIfEstimate;
import io.narrows.proxy.tls.Validity;
import java.util.List;
import java.util.Optional;

/** The state and the operations of a sidecar that the admin port exposes. Called on the admin thread; calls may block. */
public interface AdminState {
    /** Returns the reason why the running sidecar cannot carry traffic; empty if it can. */
    Optional<String> unhealthy();

    /** Returns the reason why the sidecar should not receive new connections; empty if it should. */
    Optional<String> unready();

    /** Returns the configured peers without an open link. */
    List<PeerId> unlinked();

    /** Returns the outcome of the last reload. */
    ReloadMeter reloads();

    /**
     * Returns the current metrics, in a format that the client accepts.
     *
     * @param accept the client's {@code Accept} header; may be empty
     * @param detail empty for the configured one
     */
    Scrape metrics(String accept, Optional<PeerDetail> detail);

    /** Returns the active configuration. */
    Config config();

    /** Returns the open links, in no particular order. */
    List<LinkSummary> links();

    /** Returns the expiry of the active certificates; empty without TLS. */
    Optional<Validity> certificates();

    /** Returns the counters of traffic. */
    TrafficMeter traffic();

    /** Returns the counters of exceptional events. */
    EventMeter events();

    /** Returns the latency that this sidecar adds. */
    LatencyMeter latency();

    /** Returns the history of the totals. */
    History history();

    /** Returns the measurements of other codecs and levels, by peer, class and candidate. */
    List<WhatIfEstimate> whatIf();

    /** Returns the choices of codecs that rules leave to the sidecar. */
    AutoState auto();

    /** Returns the counts of pieces that applications compressed. */
    UnpackFigures unpacking();

    /** Returns the version of this software. */
    String version();

    /** Reloads the configuration. Returns the reason if it is refused, otherwise empty. */
    Optional<String> reload();

    /** Stops accepting connections; existing ones continue. Returns the number of links that carry them. */
    int drain();

    /** Accepts connections again. Returns the reason if it does not, otherwise empty. */
    Optional<String> undrain();
}
