package io.narrows.node.api;

import io.narrows.node.error.EtcdError;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Set;

/** Converts etcd's peer URLs to Raft addresses: {@code http://name:port} is {@code name:port}. */
final class PeerUrls {
    private static final Set<String> SCHEMES = Set.of("http", "https");

    private PeerUrls() {}

    /**
     * Returns the address of a member to be added.
     *
     * @throws io.grpc.StatusRuntimeException unless there is exactly one URL, which consists of a scheme, a name and a
     *     port only
     */
    static String address(List<String> urls) {
        if (urls.size() != 1) {
            throw Statuses.of(EtcdError.BAD_PEER_URL);
        }
        try {
            URI url = new URI(urls.get(0).strip());
            boolean plain = url.getScheme() != null
                    && SCHEMES.contains(url.getScheme())
                    && url.getHost() != null
                    && url.getPort() > 0
                    && url.getPort() <= 0xFFFF
                    && url.getRawPath().isEmpty()
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null
                    && url.getRawUserInfo() == null;
            if (plain) {
                return url.getHost() + ":" + url.getPort();
            }
        } catch (URISyntaxException e) {
            // reported below
        }
        throw Statuses.of(EtcdError.BAD_PEER_URL);
    }

    static String url(String address) {
        return "http://" + address;
    }
}
