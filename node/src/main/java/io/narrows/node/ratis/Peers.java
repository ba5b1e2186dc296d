package io.narrows.node.ratis;

import com.alipay.sofa.jraft.entity.PeerId;
import io.narrows.node.ratis.file.RatisPeer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Members as JRaft names them. The id of a member was its peer address in Ratis. */
final class Peers {
    private Peers() {}

    /** @param source is named when an address is not one */
    static List<PeerId> of(List<RatisPeer> peers, Path source) throws IOException {
        List<PeerId> converted = new ArrayList<>();
        for (RatisPeer peer : peers) {
            converted.add(of(peer.getId().toStringUtf8(), source));
        }
        return converted;
    }

    static PeerId of(String address, Path source) throws IOException {
        PeerId peer = PeerId.parsePeer(address);
        if (peer == null) {
            throw new UnconvertibleException(source, "peer '" + address + "' (expected: host:port)");
        }
        return peer;
    }
}
