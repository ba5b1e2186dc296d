package io.narrows.lab.bench.db;

import io.narrows.config.HostPort;
import io.narrows.config.Tariff;
import io.narrows.node.metrics.MetricsEndpoint;
import io.narrows.node.metrics.StoreMetrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A Prometheus endpoint for the database under test, one database after another. Not thread-safe. */
final class MetricsPage implements EngineListener, AutoCloseable {
    private final MetricsEndpoint endpoint;
    private @Nullable StoreMetrics shown;

    private MetricsPage(MetricsEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** @throws IOException if the address cannot be bound; the message names it */
    static MetricsPage serve(HostPort address) throws IOException {
        return new MetricsPage(MetricsEndpoint.serve(new InetSocketAddress(address.host(), address.port())));
    }

    String url() {
        InetSocketAddress address = endpoint.address();
        return "http://" + new HostPort(address.getHostString(), address.getPort()) + "/metrics";
    }

    @Override
    public void opened(Engine engine) {
        if (engine instanceof OurEngine ours) {
            shown = new StoreMetrics(ours::figures, Tariff.DEFAULT_STORAGE_GB_MONTH);
            endpoint.show(shown);
        }
    }

    @Override
    public void closing() {
        if (shown != null) {
            shown.close();
            shown = null;
        }
    }

    @Override
    public void close() {
        closing();
        endpoint.close();
    }
}
