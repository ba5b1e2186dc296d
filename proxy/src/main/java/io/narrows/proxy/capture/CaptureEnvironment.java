package io.narrows.proxy.capture;

import io.narrows.proxy.link.pool.LinkSource;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.meter.PassedMeter;
import io.narrows.proxy.sample.Sampler;
import io.narrows.proxy.tls.DatabaseTls;
import io.narrows.proxy.transport.Sockets;

/**
 * The components shared by all captured connections of a sidecar.
 *
 * @param links what they share with all links
 * @param pools the ready links, and the way to new ones
 * @param fallbacks decides which connections go without a link
 * @param localConnections the applications' connections
 * @param addresses the addresses of the peers' nodes
 * @param sampler measures what links would save in a dry run
 * @param databaseTls certificates of captures with TLS
 * @param passed counts connections to destinations of no peer
 */
public record CaptureEnvironment(
        LinkEnvironment links,
        LinkSource pools,
        Fallbacks fallbacks,
        LocalConnections localConnections,
        Sockets sockets,
        PeerAddresses addresses,
        Sampler sampler,
        DatabaseTls databaseTls,
        PassedMeter passed) {}
