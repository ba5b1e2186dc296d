package io.narrows.proxy.admin;

import io.narrows.config.Config;
import io.narrows.config.PeerDetail;
import io.narrows.proxy.history.History;
import io.narrows.proxy.link.LinkSummary;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.ReloadMeter;
import io.narrows.proxy.meter.Scrape;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.tls.Validity;
import java.util.List;
import java.util.Optional;

/** What the admin port shows of a sidecar, and what it can ask of it. Called on the admin thread; calls may wait. */
public interface AdminState {
    /** Returns the reason why the running sidecar cannot carry traffic; empty if it can. */
    Optional<String> unhealthy();

    /** Why the sidecar is not to be given new connections; empty when it is. */
    Optional<String> unready();

    /** Returns the configured peers with which no link lives. */
    List<String> unlinked();

    /** Returns how the last reload went. */
    ReloadMeter reloads();

    /**
     * Returns the metrics at this moment, in a format that the client takes.
     *
     * @param accept the client's {@code Accept} header; may be empty
     * @param detail empty for what the configuration says
     */
    Scrape metrics(String accept, Optional<PeerDetail> detail);

    /** The configuration in force. */
    Config config();

    /** The links that live, in no order. */
    List<LinkSummary> links();

    /** Returns when the certificates in force end; empty when links are in plain text. */
    Optional<Validity> certificates();

    /** Returns the counters of traffic. */
    TrafficMeter traffic();

    /** Returns the counters of what did not go as usual. */
    EventMeter events();

    /** Returns the latency that this sidecar adds. */
    LatencyMeter latency();

    /** What was carried over time. */
    History history();

    /** Returns the version of this software. */
    String version();

    /** Loads the configuration again. Empty when it was taken, else why not. */
    Optional<String> reload();

    /** Takes no new connections from now on; running ones go on. Returns the number of links that carry them. */
    int drain();

    /** Takes connections again. Empty if it does, else the reason why not. */
    Optional<String> undrain();
}
