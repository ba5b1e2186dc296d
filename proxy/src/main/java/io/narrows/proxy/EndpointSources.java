package io.narrows.proxy;

import io.narrows.config.PeerSource;
import io.narrows.proxy.discovery.EndpointSource;
import io.narrows.proxy.discovery.HostLookUp;
import io.narrows.proxy.discovery.dns.DnsSource;
import io.narrows.proxy.discovery.file.FileSource;
import io.narrows.proxy.discovery.kubernetes.KubernetesSource;
import io.narrows.proxy.discovery.kubernetes.SlicePort;
import io.narrows.proxy.transport.Sockets;
import io.narrows.proxy.transport.Transport;
import java.util.concurrent.ScheduledExecutorService;

/** Opens the sources of peers that a configuration names. */
final class EndpointSources implements EndpointSource.Factory {
    private final Transport transport;
    private final HostLookUp lookUp;

    EndpointSources(Transport transport) {
        this.transport = transport;
        this.lookUp = HostLookUp.of(new Sockets(transport), transport.loops().get(0));
    }

    @Override
    public EndpointSource open(PeerSource source, ScheduledExecutorService executor) {
        return source.lookup()
                .match(
                        files -> new FileSource(files.path(), lookUp, executor),
                        dns -> new DnsSource(dns.name(), dns.port(), transport),
                        kubernetes -> new KubernetesSource(
                                kubernetes.namespace(),
                                kubernetes.service(),
                                SlicePort.of(kubernetes.port()),
                                System.getenv(),
                                executor));
    }
}
