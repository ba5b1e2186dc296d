package io.narrows.node.peer;

import com.alipay.sofa.jraft.rpc.RaftRpcFactory;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.RpcServer;
import com.alipay.sofa.jraft.util.Endpoint;
import com.alipay.sofa.jraft.util.SPI;

/** Creates the clients of JRaft's nodes, in place of Bolt's. {@link PeerOptions} provide each with its member's connections. */
@SPI(name = "narrows-peer", priority = 20)
public final class PeerRpcFactory implements RaftRpcFactory {
    /** Does nothing: {@link MessageType} lists the types and their numbers. */
    @Override
    public void registerProtobufSerializer(String className, Object... args) {}

    @Override
    public RpcClient createRpcClient(ConfigHelper<RpcClient> helper) {
        return new PeerClient();
    }

    @Override
    public RpcServer createRpcServer(Endpoint endpoint, ConfigHelper<RpcServer> helper) {
        throw new UnsupportedOperationException("JRaft cannot create servers; create a PeerServer");
    }
}
