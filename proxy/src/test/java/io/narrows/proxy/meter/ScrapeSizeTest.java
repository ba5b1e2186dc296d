package io.narrows.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.ConfigException;
import io.narrows.config.PeerDetail;
import io.narrows.proxy.support.ExposedPeers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/**
 * Bytes and time of a scrape with many peers, printed for docs/metrics.md: {@code -Dnarrows.scrape.peers=1000
 * -Dnarrows.scrape.times=50}. Only bytes are asserted.
 */
final class ScrapeSizeTest {
    private static final int PEERS = Integer.getInteger("narrows.scrape.peers", 100);
    private static final int TIMES = Integer.getInteger("narrows.scrape.times", 1);
    private static final String OPEN_METRICS = "application/openmetrics-text;version=1.0.0";
    private static final String PROTOBUF = "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily";

    @Test
    void lessDetail_isFewerBytes() throws Exception {
        ExposedPeers peers = new ExposedPeers(PEERS);
        Map<PeerDetail, Integer> bytes = new EnumMap<>(PeerDetail.class);

        for (PeerDetail detail : PeerDetail.values()) {
            bytes.put(detail, measured(peers, detail, "").length);
            measured(peers, detail, OPEN_METRICS);
            measured(peers, detail, PROTOBUF);
        }

        assertThat(bytes.get(PeerDetail.COUNTERS)).isLessThan(bytes.get(PeerDetail.FULL) * 9 / 10);
        assertThat(bytes.get(PeerDetail.OFF)).isLessThan(2 * size(new ExposedPeers(1)));
    }

    private static int size(ExposedPeers peers) throws ConfigException {
        return peers.exposition().scrape("", PeerDetail.OFF).body().length;
    }

    private static byte[] measured(ExposedPeers peers, PeerDetail detail, String accept) throws IOException {
        long[] nanos = new long[TIMES];
        long[] zipping = new long[TIMES];
        byte[] body = {};
        int zipped = 0;
        for (int i = 0; i < TIMES; i++) {
            long start = System.nanoTime();
            body = peers.exposition().scrape(accept, detail).body();
            long rendered = System.nanoTime();
            zipped = zipped(body);
            nanos[i] = rendered - start;
            zipping[i] = System.nanoTime() - rendered;
        }
        System.out.printf(
                "%d peers, %s, %s: %d bytes in %.1f ms; gzip %d bytes in %.1f ms%n",
                PEERS,
                detail.label(),
                accept.isEmpty() ? "text" : accept.split(";")[0],
                body.length,
                median(nanos),
                zipped,
                median(zipping));
        return body;
    }

    private static double median(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[nanos.length / 2] / 1e6;
    }

    private static int zipped(byte[] body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(body);
        }
        return out.size();
    }
}
