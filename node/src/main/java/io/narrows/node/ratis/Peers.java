package io.narrows.node.ratis;

import com.alipay.sofa.jraft.entity.PeerId;
import io.narrows.node.ratis.file.RatisPeer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Converts members to JRaft's ids. In Ratis, a member's id was its peer address. */
final class Peers {
    private Peers() {}

    /** @param source named in the message if an address is invalid */
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
